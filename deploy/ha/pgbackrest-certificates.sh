#!/bin/sh
# Makes an authority and a certificate of each named host, in the current folder: pgbackrest-certificates.sh db1 db2 backup
set -eu
umask 077
make() { openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 "$@"; }
make -subj '/CN=Backups of Anticipa' -keyout ca.key -out ca.crt
for host in "$@"; do
  make -CA ca.crt -CAkey ca.key -subj "/CN=$host" -addext "subjectAltName=DNS:$host" \
    -addext 'basicConstraints=critical,CA:FALSE' -keyout "$host.key" -out "$host.crt"
done
