package picture

import "tijian/engine/message"

// Kind is the API's name of a class of image errors.
type Kind string

// The kinds this package gives.
const (
	// FormatError: not a picture in a supported format, or one that does not decode.
	FormatError Kind = "IMAGE_FORMAT_ERROR"
	// FetchError: a picture larger than the service takes.
	FetchError Kind = "IMAGE_FETCH_ERROR"
)

// An Error says why a file cannot be taken as a picture. Its text begins with
// its kind, as the API's error field does.
type Error struct {
	Kind    Kind
	Message message.Phrase
	Err     error // the decoder's own error, or nil
}

// Error gives "KIND: message".
func (e *Error) Error() string { return string(e.Kind) + ": " + e.Message.EN }

// In says the same in a language.
func (e *Error) In(lang string) string { return string(e.Kind) + ": " + e.Message.In(lang) }

// Unwrap gives the decoder's own error.
func (e *Error) Unwrap() error { return e.Err }

func formatError(err error, said message.Phrase) *Error {
	return &Error{Kind: FormatError, Message: said, Err: err}
}

func tooLarge(said message.Phrase) *Error { return &Error{Kind: FetchError, Message: said} }
