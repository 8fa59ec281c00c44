#!/bin/sh
# Writes openssl-timestamps.json beside it: time stamps that the OpenSSL command line issued, with fresh keys, through an
# intermediate authority that they carry, one for each kind of key and digest. The test needs no OpenSSL.
set -eu
target="$(cd "$(dirname "$0")" && pwd)/openssl-timestamps.json"
cd "$(mktemp -d)"
cat > settings <<'END'
[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
[stamper]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[tsa]
default_tsa = tsa_settings
[tsa_settings]
serial = ./serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1, millisecs:500
clock_precision_digits = 3
ess_cert_id_chain = yes
ess_cert_id_alg = sha256
END
echo 01 > serial
printf 'Contrato de prueba, aceptado.' > contract.txt
make_certificate() { # name, extensions, issuer
  openssl req -new -config settings -newkey "$4" $5 -nodes -keyout "$1.key" -subj "/CN=$1" -out "$1.csr" 2> errors
  signer="-CA $3.pem -CAkey $3.key"
  [ "$1" = "$3" ] && signer="-signkey $1.key"
  openssl x509 -req -in "$1.csr" $signer -days 7300 -extfile settings -extensions "$2" -out "$1.pem" 2> errors
}
make_certificate root authority root rsa:2048 ''
make_certificate middle authority root ec '-pkeyopt ec_paramgen_curve:P-256'
make_certificate ecdsa stamper middle ec '-pkeyopt ec_paramgen_curve:P-256'
make_certificate rsa stamper middle rsa:2048 ''
openssl ts -query -data contract.txt -sha256 -cert -out query
for key in ecdsa rsa; do
  for digest in sha256 sha384 sha512; do
    sed -i "s/^signer_digest.*/signer_digest = $digest/" settings
    openssl ts -reply -config settings -queryfile query -signer $key.pem -inkey $key.key -chain middle.pem -out "$key-$digest" 2> errors
    openssl ts -verify -data contract.txt -in "$key-$digest" -CAfile root.pem > errors 2>&1
  done
done
node -e '
const { readFileSync } = require("node:fs");
const text = (file, encoding) => readFileSync(file).toString(encoding);
const names = ["ecdsa", "rsa"].flatMap((key) => ["sha256", "sha384", "sha512"].map((digest) => `${key}-${digest}`));
const tokens = Object.fromEntries(names.map((name) => [name, text(name, "base64")]));
process.stdout.write(`${JSON.stringify({ contract: text("contract.txt"), root: text("root.pem"), tokens }, null, 2)}\n`);
' > "$target"
