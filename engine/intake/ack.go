package intake

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"tijian/engine/message"
)

// Codes of acknowledgement (HL7 table 0008).
const (
	Accepted = "AA" // it was taken; what of it is not used stands in ERR segments
	Faulty   = "AE" // it was read, and nothing can be assessed, or not all of its persons
	Rejected = "AR" // it is no message of results that this service takes
)

// A Receipt is what becomes of one message.
type Receipt struct {
	Code     string
	Sender   string    // MSH-3 and MSH-4, application and facility; blank where there is no header
	Control  string    // MSH-10, blank where there is none
	Requests []Request // that can be assessed
	Answer   []byte    // the acknowledgement, in UTF-8
}

// Conditions of errors (HL7 table 0357).
const (
	nothingWrong    = "0^Message accepted^HL70357"
	sequenceError   = "100^Segment sequence error^HL70357"
	requiredMissing = "101^Required field missing^HL70357"
	dataType        = "102^Data type error^HL70357"
	valueUnknown    = "103^Table value not found^HL70357"
	unsupportedType = "200^Unsupported message type^HL70357"
	unsupportedID   = "202^Unsupported processing id^HL70357"
	duplicateKey    = "205^Duplicate key identifier^HL70357"
)

// Receive reads one message and answers it. check tells whether a request can be
// assessed; id is the control id of the answer. lang is one of package problem.
func Receive(data []byte, o Options, check func(Request) error, id, lang string) Receipt {
	a := acknowledgement{lang: lang}
	all, wrong := segments(data)
	if wrong != nil {
		a.add(sequenceError, "E", *wrong)
		return a.receipt(Rejected, nil, o.Now, id)
	}
	a.header = &all[0]
	if why := refusal(all); why != nil {
		a.add(why.condition, "E", why.Issue)
		return a.receipt(Rejected, nil, o.Now, id)
	}
	requests, about, wrong := HL7(data, o)
	for _, issue := range about {
		if wrong == nil || issue != *wrong {
			a.say(issue)
		}
	}
	if wrong != nil {
		a.add(requiredMissing, "E", *wrong)
		return a.receipt(Faulty, nil, o.Now, id)
	}
	code, good := Accepted, requests[:0]
	for _, r := range requests {
		for _, issue := range r.Issues {
			a.say(issue)
		}
		if len(r.Tree().Get("samples").Items) == 0 {
			a.add(requiredMissing, "E", Issue{Place: r.Place, Reason: message.NothingUsed})
			code = Faulty
		} else if err := check(r); err != nil {
			a.add(requiredMissing, "E", Issue{Place: r.Place, Reason: message.Of(err)})
			code = Faulty
		} else {
			good = append(good, r)
		}
	}
	return a.receipt(code, good, o.Now, id)
}

// Conflicting is the answer to a message whose control id another one has.
func Conflicting(data []byte, now time.Time, id, lang string) []byte {
	a := acknowledgement{lang: lang}
	if all, wrong := segments(data); wrong == nil {
		a.header = &all[0]
		a.add(duplicateKey, "E", Issue{Place: a.header.at(10), Reason: message.ControlTaken})
	}
	return a.receipt(Rejected, nil, now, id).Answer
}

// An Answer is the acknowledgement that somebody gave to a message of ours.
type Answer struct {
	Control string // MSA-2: the control id of the message
	Taken   bool   // MSA-1 is AA or CA
	Code    string // MSA-1
	Text    string // what MSA-3 or the first ERR says, rather an error than a warning
}

// ReadAnswer reads an acknowledgement; ok is false where it is none.
func ReadAnswer(data []byte) (a Answer, ok bool) {
	all, wrong := segments(data)
	if wrong != nil {
		return a, false
	}
	grave := false // the text is that of an error, no warning
	for i := range all {
		switch s := &all[i]; s.id {
		case "MSA":
			a.Code, a.Control, ok = s.component(1, 1), s.component(2, 1), true
			a.Text = s.whole(3)
		case "ERR":
			if said := cmp.Or(s.whole(8), s.words(3), s.words(1)); a.Text == "" || !grave && s.component(4, 1) == "E" {
				a.Text, grave = said, s.component(4, 1) == "E"
			}
		}
	}
	a.Taken = a.Code == "AA" || a.Code == "CA"
	return a, ok
}

// refused is why a message is none that is taken.
type refused struct {
	Issue
	condition string
}

func refusal(all []segment) *refused {
	header := &all[0]
	for i := range all[1:] {
		if all[i+1].id == "MSH" {
			return &refused{Issue{Place: all[i+1].at(0), Reason: message.OneMessage}, sequenceError}
		}
	}
	if header.component(10, 1) == "" {
		return &refused{Issue{Place: header.at(10), Reason: message.NoControlID}, requiredMissing}
	}
	return header.unusable()
}

// unusable says of the header of a message that brings no results of patients why.
func (s *segment) unusable() *refused {
	if kind := s.component(9, 1); !resultMessages[kind] {
		return &refused{Issue{Place: s.at(9), Reason: message.NotORU.With("kind", kind)}, unsupportedType}
	}
	if id := s.component(11, 1); id != "" && !strings.EqualFold(id, production) {
		return &refused{Issue{Place: s.at(11), Reason: message.NotProduction.With("id", message.Plain(id))}, unsupportedID}
	}
	return nil
}

// acknowledgement is an answer while it is written.
type acknowledgement struct {
	header *segment // of the message, nil where it has none
	lang   string
	errs   []string
}

// say tells of something that is no reason to refuse the message: as information
// (I, table 0516) where it is used all the same, else as a warning.
func (a *acknowledgement) say(i Issue) {
	switch at := i.Place; {
	case i.Used:
		a.add(nothingWrong, "I", i)
	case at.segment != nil && at.segment.id == "OBX" && (at.field == 3 || at.field == 6): // a code, a unit
		a.add(valueUnknown, "W", i)
	default:
		a.add(dataType, "W", i)
	}
}

func (a *acknowledgement) add(condition, severity string, i Issue) {
	a.errs = append(a.errs, strings.Join([]string{"ERR", "", i.Place.location(), condition, severity, "", "", "", escapedHL7(i.In(a.lang))}, "|"))
}

// location is the place as ERR-2 has it (data type ERL): the segment, the how-manieth
// of its kind in the message, the field.
func (at Place) location() string {
	if at.segment == nil {
		return ""
	}
	where := escapedHL7(at.segment.id) + "^" + strconv.Itoa(at.segment.nth)
	if at.field > 0 {
		where += "^" + strconv.Itoa(at.field)
	}
	return where
}

func (a *acknowledgement) receipt(code string, good []Request, now time.Time, id string) Receipt {
	sender, control, trigger := "", "", ""
	if h := a.header; h != nil {
		sender = h.whole(3) + "|" + h.whole(4)
		control, trigger = h.component(10, 1), h.component(9, 2)
	}
	kind := "ACK"
	if trigger != "" {
		kind += "^" + escapedHL7(trigger) + "^ACK"
	}
	lines := append([]string{headerTo(a.header, now, kind, id), "MSA|" + code + "|" + escapedHL7(control)}, a.errs...)
	return Receipt{code, sender, control, good, []byte(strings.Join(lines, "\r") + "\r")}
}

// headerTo is the MSH of a message to who sent another, whose header h is, nil where
// it has none.
func headerTo(h *segment, now time.Time, kind, id string) string {
	var names [4]string // application and facility of both sides
	version := versionHL7
	if h != nil {
		for i := range names {
			names[i] = escapedHL7(h.whole(3 + i))
		}
		version = cmp.Or(h.component(12, 1), version)
	}
	return fmt.Sprintf(`MSH|^~\&|%s|%s|%s|%s|%s||%s|%s|P|%s||||||%s`,
		cmp.Or(names[2], "TIJIAN"), names[3], names[0], names[1], now.Format(timeOfHL7), kind, id, escapedHL7(version), charsetHL7)
}

// escapedHL7 writes a text in the usual delimiters.
var escapedHL7 = strings.NewReplacer(`\`, `\E\`, "|", `\F\`, "^", `\S\`, "&", `\T\`, "~", `\R\`, "\r", " ", "\n", " ").Replace
