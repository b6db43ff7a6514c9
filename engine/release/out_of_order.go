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

// outOfOrder are all of them, by their codes.
var outOfOrder = map[string]OutOfOrder{}

func outOf(code string, why message.Phrase) OutOfOrder {
	if _, taken := outOfOrder[code]; taken {
		panic("release: two reasons with the code " + code)
	}
	outOfOrder[code] = OutOfOrder{code, why}
	return outOfOrder[code]
}

// Why an act is out of order.
var (
	ErrNotAllowed = outOf("role", message.ActNotAllowed)
	ErrSamePerson = outOf("same", message.ActSamePerson)
	ErrMade       = outOf("made", message.ActMade)
	ErrNoProposal = outOf("no.proposal", message.ActNoProposal)
	ErrChanged    = outOf("changed", message.ActChanged)
	ErrReleased   = outOf("released", message.ActReleased)
	ErrReason     = outOf("reason", message.ActReason)
	ErrWaiting    = outOf("waiting", message.ActWaiting)
	ErrExists     = outOf("exists", message.ActExists)
	ErrUnknown    = outOf("unknown", message.ActUnknown)
	ErrInForce    = outOf("in.force", message.ActInForce)
	ErrTarget     = outOf("target", message.ActTarget)
	ErrDay        = outOf("day", message.ActDay)
	ErrCase       = outOf("case", message.ActCase)
	ErrName       = outOf("name", message.ActName)
	ErrDraft      = outOf("draft", message.ActDraft)
	ErrSealed     = outOf("sealed", message.ActSealed)
	ErrUndone     = outOf("undone", message.ActUndone)
	ErrStuck      = outOf("stuck", message.ActStuck)
	ErrNoSheet    = outOf("no.sheet", message.ActSheetMissing)
	ErrSheet      = outOf("sheet", message.ActSheetOther)
)
