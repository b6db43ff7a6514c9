package auth

import (
	"net/http"
	"strings"
)

// Scheme is the word before the token in the Authorization header, fixed and
// case-sensitive.
const Scheme = "JWT"

// FromHeader returns the token of the Authorization header: the word JWT, one
// space, the token. Without the header, or with another scheme, the error is
// NotProvided; a JWT header of another shape is Invalid.
func FromHeader(header http.Header) (string, error) {
	values := header.Values("Authorization")
	if len(values) > 1 {
		return "", Invalid
	}
	if len(values) == 0 {
		return "", NotProvided
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	if scheme != Scheme {
		return "", NotProvided
	}
	if token == "" || strings.ContainsAny(token, " \t,") {
		return "", Invalid
	}
	return token, nil
}
