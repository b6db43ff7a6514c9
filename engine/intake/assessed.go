package intake

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"tijian/engine/assess"
	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// origin is what the answer to a request of HL7 v2 repeats as it came.
type origin struct {
	header, pid, order *segment
	observed           []*segment // the OBX of each sample
}

func (o *origin) add(v version) {
	o.order = cmp.Or(o.order, v.order)
	o.observed = append(o.observed, v.obx)
}

// ownCodes is the coding system of what we say ourselves (HL7 table 0396: 99 and a
// name are codes of a house).
const ownCodes = "99TIJIAN"

// An Assessed request is one with its answer, to be told as a message.
type Assessed struct {
	Request
	*assess.Result
	Rules *ruleset.Set // that answered
	Now   time.Time
	ID    string // of the message (MSH-10), at most 20 characters
	Lang  string // one of package problem
}

// Message is the assessment as ORU^R01 in UTF-8: person, order and each result as
// they were sent, and behind each result what is said of it, with the number of the
// result's OBX as sub-id. nil where the request is of no message.
func (a Assessed) Message() []byte {
	if a.from.header == nil {
		return nil
	}
	w := writer{Assessed: a}
	h := a.from.header
	w.b.WriteString(headerTo(h, a.Now, "ORU^R01^ORU_R01", a.ID) + "\r")
	w.add("PID", a.from.pid.rewritten(1)...)
	w.order()
	for i, observed := range a.from.observed {
		if i == 0 || observed != a.from.observed[i-1] { // one OBX may have two values
			w.sent(observed)
		}
		w.sample(&a.Samples[i], a.Tree().Get("samples").Items[i].Get("name").Text)
	}
	w.own("ST", "MESSAGE", message.AssessedMessage, "", escapedHL7(h.component(10, 1)))
	w.own("ST", "RULES", message.AssessedRules, "", escapedHL7(a.Version))
	return []byte(w.b.String())
}

// writer is a message while it is written.
type writer struct {
	Assessed
	b     strings.Builder
	lines int    // OBX so far
	of    string // the number of the result that is told about
}

func (w *writer) add(id string, fields ...string) {
	w.b.WriteString(strings.TrimRight(id+"|"+strings.Join(fields, "|"), "|") + "\r")
}

// order is the OBR: with the numbers and the time of the order that was sent.
func (w *writer) order() {
	var placer, filler, at string
	if o := w.from.order; o != nil {
		placer, filler, at = o.rewrittenField(2), o.rewrittenField(3), o.rewrittenField(7)
	}
	code := "ASSESSMENT^" + message.AssessedTitle.In(w.Lang) + "^" + ownCodes
	w.add("OBR", "1", placer, filler, code, "", "", at, "", "", "", "", "", "", "", "", "", "", "", "", "", "", w.Now.Format(timeOfHL7), "", "", "F")
}

// sent repeats an OBX; only its number is ours.
func (w *writer) sent(s *segment) {
	w.lines++
	w.of = strconv.Itoa(w.lines)
	w.add("OBX", append([]string{w.of}, s.rewritten(2)...)...)
}

// own is an OBX that we say ourselves; value is in delimiters already.
func (w *writer) own(kind, code string, title message.Phrase, of, value string) {
	w.lines++
	w.add("OBX", strconv.Itoa(w.lines), kind, code+"^"+title.In(w.Lang)+"^"+ownCodes, of, value, "", "", "", "", "", "F")
}

// coded is a value that is a code of ours with its text.
func coded(code, text string) string {
	return escapedHL7(code) + "^" + escapedHL7(text) + "^" + ownCodes
}

// sample says what is said of one value: the indicator that it was taken for, its
// level, how soon to act, the tip, and the risks that it raises.
func (w *writer) sample(s *assess.SampleResult, name string) {
	title := name
	if i, ok := w.Rules.Dictionary.Lookup(name); ok {
		title = i.Called().In(w.Lang)
	}
	w.own("CWE", "ITEM", message.AssessedItem, w.of, coded(name, title))
	level := s.Level
	if l := w.Rules.Level(s.Level); l != nil {
		level = l.InEnglish()
		w.own("CWE", "LEVEL", message.AssessedLevel, w.of, coded(l.ID, message.Phrase{ZH: l.Name, EN: level}.In(w.Lang)))
	}
	for _, act := range w.Rules.Acts {
		if act.ID == s.Act {
			w.own("CWE", "ACT", message.AssessedAct, w.of, coded(act.ID, message.Phrase{ZH: act.Name, EN: cmp.Or(act.English, act.ID)}.In(w.Lang)))
		}
	}
	w.own("TX", "TIP", message.AssessedTip, w.of, escapedHL7(message.Phrase{ZH: s.Tip, EN: w.Rules.TipInEnglish(title, level, s.Act)}.In(w.Lang)))
	for _, r := range s.Risks {
		if r.Flag == 0 {
			continue // not raised: a name alone would say that it is
		}
		w.own("CWE", "RISK", message.AssessedRisk, w.of, coded(fmt.Sprintf("%s:%d", r.ID, r.Flag), message.Phrase{ZH: r.Name, EN: ruleset.RiskInEnglish(r.ID)}.In(w.Lang)))
	}
}

const (
	timeOfHL7  = "20060102150405-0700"
	versionHL7 = "2.5.1" // where a message does not say its own
	charsetHL7 = "UNICODE UTF-8"
)

// rewritten returns the fields from one on in the usual delimiters.
func (s *segment) rewritten(first int) (fields []string) {
	for i := first; i < len(s.fields); i++ {
		fields = append(fields, s.rewrittenField(i))
	}
	return fields
}

// rewrittenField returns a field in the usual delimiters, whatever the message's own
// are; "" when the segment is shorter.
func (s *segment) rewrittenField(field int) string {
	const usual = `^~\&|`
	m := *s.marks
	if (m == marks{'|', '^', '~', '\\', '&'}) {
		return s.raw(field)
	}
	own := string([]byte{m.component, m.repetition, m.escape, m.part})
	var b strings.Builder
	for _, c := range []byte(s.raw(field)) {
		switch i := strings.IndexByte(own, c); {
		case i >= 0:
			b.WriteByte(usual[i])
		case strings.IndexByte(usual, c) >= 0:
			b.WriteString(escapedHL7(string(c)))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
