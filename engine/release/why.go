package release

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tijian/engine/message"
)

// A Reason is why a draft does not pass, other than by its files: a code with
// numbers, which every reader is told in a language of theirs.
type Reason struct {
	Code    string
	Numbers []string // in the order of the phrase's placeholders
}

// reasons are the phrases of the codes, filled in with so many numbers.
var reasons = map[string]struct {
	numbers int
	phrase  func(numbers []message.Phrase) message.Phrase
}{
	"problems": {1, func(n []message.Phrase) message.Phrase { return message.DraftFaulty.With("count", n[0]) }},
	"suites":   {1, func(n []message.Phrase) message.Phrase { return message.SuitesFail.With("count", n[0]) }},
	"unsigned": {1, func(n []message.Phrase) message.Phrase { return message.CasesUnsigned.With("count", n[0]) }},
	"coverage": {2, func(n []message.Phrase) message.Phrase {
		return message.CoverageShort.With("percent", n[0], "want", n[1])
	}},
	"sentences": {1, func(n []message.Phrase) message.Phrase { return message.SentencesFail.With("count", n[0]) }},
	"open":      {1, func(n []message.Phrase) message.Phrase { return message.SheetOpen.With("count", n[0]) }},
	"own":       {1, func(n []message.Phrase) message.Phrase { return message.SheetOwn.With("count", n[0]) }},
	"rejected":  {1, func(n []message.Phrase) message.Phrase { return message.SheetBack.With("count", n[0]) }},
	"milder":    {1, func(n []message.Phrase) message.Phrase { return message.SheetNoReason.With("count", n[0]) }},
	"reason-for": {2, func(n []message.Phrase) message.Phrase {
		if n[1].ZH == "" {
			return message.SheetReasonOther.With("name", n[0])
		}
		return message.SheetReasonNear.With("name", n[0], "near", n[1])
	}},
	"mutation": {2, func(n []message.Phrase) message.Phrase {
		return message.MutationShort.With("score", n[0], "want", n[1])
	}},
}

func reason(code string, numbers ...any) Reason {
	r := Reason{Code: code}
	for _, n := range numbers {
		r.Numbers = append(r.Numbers, fmt.Sprint(n))
	}
	return r
}

// In returns the reason in a language; "" for a code that there is no longer.
func (r Reason) In(lang string) string {
	known, ok := reasons[r.Code]
	if !ok || len(r.Numbers) != known.numbers {
		return ""
	}
	var numbers []message.Phrase
	for _, n := range r.Numbers {
		numbers = append(numbers, message.Plain(n))
	}
	return known.phrase(numbers).In(lang)
}

// Code is why an act was refused, in no language: what Explain reads. It is ""
// when the act is done, and English for trouble with the files themselves.
func (a Act) Code() string {
	if o, ok := errors.AsType[OutOfOrder](a.Err); ok {
		return "order:" + o.Code()
	}
	r, ok := errors.AsType[*Refused](a.Err)
	if !ok {
		return a.Why()
	}
	list := r.Reasons
	if len(r.Problems) > 0 {
		list = []Reason{reason("problems", len(r.Problems))}
	}
	var parts []string
	for _, one := range list {
		parts = append(parts, strings.Join(append([]string{one.Code}, one.Numbers...), " "))
	}
	return "refused:" + strings.Join(parts, ";")
}

// Explain says in a language what Act.Code noted; what it cannot read comes back
// as it is.
func Explain(code, lang string) string {
	if name, ok := strings.CutPrefix(code, "order:"); ok {
		if o, known := outOfOrder[name]; known {
			return o.In(lang)
		}
		return code
	}
	list, ok := strings.CutPrefix(code, "refused:")
	if !ok {
		return code
	}
	var texts []string
	for part := range strings.SplitSeq(list, ";") {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		numbers := words[1:]
		for _, n := range numbers {
			if _, err := strconv.ParseFloat(n, 64); err != nil {
				return code
			}
		}
		text := Reason{words[0], numbers}.In(lang)
		if text == "" {
			return code
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, message.Phrase{ZH: "；", EN: "; "}.In(lang))
}

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
