package picture

import "tijian/engine/message"

// The kinds of errors of files, as the API names them.
const (
	FormatError = "IMAGE_FORMAT_ERROR" // no picture in a supported format, or one that does not decode
	FetchError  = "IMAGE_FETCH_ERROR"  // a picture larger than the service takes
)

// An Error is a picture that was refused or could not be read; trying again does not
// help. Its text begins with its kind, as the API's error field does.
type Error struct {
	Code    string         // IMAGE_FORMAT_ERROR, IMAGE_FETCH_ERROR, IMAGE_SIZE_ERROR, IMAGE_PIXEL_ERROR, IMAGE_DEFINITION_ERROR or OCR_ERROR
	Message message.Phrase // for the client
	Err     error          // what caused it, or nil
}

// Error gives "KIND: message".
func (e *Error) Error() string { return e.Code + ": " + e.Message.EN }

// In says the same in a language.
func (e *Error) In(lang string) string { return e.Code + ": " + e.Message.In(lang) }

// Kind is the API's name of the class of error.
func (e *Error) Kind() string { return e.Code }

// Unwrap gives the cause, or nil.
func (e *Error) Unwrap() error { return e.Err }

func formatError(err error, said message.Phrase) *Error {
	return &Error{Code: FormatError, Message: said, Err: err}
}

func tooLarge(said message.Phrase) *Error { return &Error{Code: FetchError, Message: said} }
