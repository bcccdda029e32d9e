// Package https makes the certificates with which the manager answers named URLs over TLS. It owns https.json, with the
// key of a certificate authority that can sign names below localhost alone, and the public certificate beside it, which
// a person may trust. It listens nowhere, and knows neither servers nor the trust stores of a machine.
package https
