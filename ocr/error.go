package ocr

import (
	"errors"

	"tijian/engine/message"
	"tijian/ocr/picture"
	"tijian/ocr/quality"
)

// RecognitionError is the kind of errors that are not the picture's.
const RecognitionError = "OCR_ERROR"

// An Error is a picture that was refused or could not be read; trying again
// does not help. Its text begins with its kind, as the API's error field does.
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

// known gives the errors of the stages before reading their common form.
func known(err error) error {
	var p *picture.Error
	var q *quality.Error
	switch {
	case errors.As(err, &p):
		return &Error{Code: string(p.Kind), Message: p.Message, Err: err}
	case errors.As(err, &q):
		return &Error{Code: string(q.Kind), Message: q.Message, Err: err}
	}
	return err
}
