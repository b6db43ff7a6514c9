package release

import "tijian/engine/message"

// OutOfOrder is an act that is refused whatever the files are like.
type OutOfOrder struct {
	code string
	message.Phrase
}

// Error says why in English; In says it in a language.
func (e OutOfOrder) Error() string { return e.EN }

// Code names it, whatever the language.
func (e OutOfOrder) Code() string { return e.code }

// Why an act is out of order.
var (
	ErrNotAllowed = OutOfOrder{"role", message.ActNotAllowed}
	ErrSamePerson = OutOfOrder{"same", message.ActSamePerson}
	ErrMade       = OutOfOrder{"made", message.ActMade}
	ErrNoProposal = OutOfOrder{"no.proposal", message.ActNoProposal}
	ErrChanged    = OutOfOrder{"changed", message.ActChanged}
	ErrReleased   = OutOfOrder{"released", message.ActReleased}
	ErrReason     = OutOfOrder{"reason", message.ActReason}
	ErrWaiting    = OutOfOrder{"waiting", message.ActWaiting}
	ErrExists     = OutOfOrder{"exists", message.ActExists}
	ErrUnknown    = OutOfOrder{"unknown", message.ActUnknown}
	ErrInForce    = OutOfOrder{"in.force", message.ActInForce}
	ErrTarget     = OutOfOrder{"target", message.ActTarget}
	ErrDay        = OutOfOrder{"day", message.ActDay}
	ErrCase       = OutOfOrder{"case", message.ActCase}
	ErrName       = OutOfOrder{"name", message.ActName}
	ErrDraft      = OutOfOrder{"draft", message.ActDraft}
	ErrSealed     = OutOfOrder{"sealed", message.ActSealed}
	ErrUndone     = OutOfOrder{"undone", message.ActUndone}
	ErrStuck      = OutOfOrder{"stuck", message.ActStuck}
	ErrNoSheet    = OutOfOrder{"no.sheet", message.ActSheetMissing}
	ErrSheet      = OutOfOrder{"sheet", message.ActSheetOther}
)

var outOfOrder = []OutOfOrder{
	ErrNotAllowed, ErrSamePerson, ErrMade, ErrNoProposal, ErrChanged, ErrReleased, ErrReason,
	ErrWaiting, ErrExists, ErrUnknown, ErrInForce, ErrTarget, ErrDay,
	ErrCase, ErrName, ErrDraft, ErrSealed, ErrUndone, ErrStuck,
	ErrNoSheet, ErrSheet,
}
