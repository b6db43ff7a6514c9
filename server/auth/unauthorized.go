package auth

// A Refusal is why a request was not authenticated: the sentence of a 401.
type Refusal string

// The sentences of a 401.
const (
	NotProvided Refusal = "Authentication credentials were not provided."
	Expired     Refusal = "Signature has expired."
	Invalid     Refusal = "Invalid token."
)

func (r Refusal) Error() string { return string(r) }

// Challenge is the value of WWW-Authenticate in every 401.
const Challenge = `JWT realm="api"`
