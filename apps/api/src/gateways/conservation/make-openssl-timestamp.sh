#!/bin/sh
# Writes openssl-timestamp.json beside it: a time stamp that the OpenSSL command line issued, with fresh keys, through an
# intermediate authority that the token carries. The test needs no OpenSSL.
set -eu
target="$(cd "$(dirname "$0")" && pwd)/openssl-timestamp.json"
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
make_certificate stamper stamper middle ec '-pkeyopt ec_paramgen_curve:P-256'
openssl ts -query -data contract.txt -sha256 -cert -out query
openssl ts -reply -config settings -queryfile query -signer stamper.pem -inkey stamper.key -chain middle.pem -out reply
openssl ts -verify -data contract.txt -in reply -CAfile root.pem > errors
node -e '
const { readFileSync } = require("node:fs");
const text = (file, encoding) => readFileSync(file).toString(encoding);
const made = { contract: text("contract.txt"), root: text("root.pem"), token: text("reply", "base64") };
process.stdout.write(`${JSON.stringify(made, null, 2)}\n`);
' > "$target"
