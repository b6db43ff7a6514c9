package person

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"tijian/engine"
	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/intake"
	"tijian/engine/message"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/server/console/form"
	"tijian/server/console/lines"
	"tijian/server/console/words"
)

// A Case is the form of a new case of a draft.
type Case struct {
	Fields
	Name       string
	Samples    []CaseSample
	Risks      []CaseRisk
	Indicators []string
	Set        *ruleset.Set // what can be expected
	Faults     []string
	lang       string
}

// A CaseSample is a result with the level expected, and the draft's own.
type CaseSample struct{ Name, Value, Unit, Level, Got string }

// A CaseRisk is a risk with the flag expected, and the draft's own.
type CaseRisk struct{ ID, Flag, Got string }

const (
	caseSamples = 4
	caseRisks   = 2
)

// NewCase is the form with what the draft offers, filled by what was sent.
func NewCase(lang string, set *ruleset.Set, sent url.Values) *Case {
	c := &Case{Fields: fieldsOf(set), Name: strings.TrimSpace(sent.Get("name")), Set: set, Indicators: lines.Offered(lang, set.Dictionary, ""), lang: lang}
	c.fill(sent)
	for i := range caseSamples {
		c.Samples = append(c.Samples, CaseSample{Name: form.Column(sent, "indicator", i), Value: form.Column(sent, "value", i), Unit: form.Column(sent, "unit", i), Level: form.Column(sent, "level", i)})
	}
	for i := range caseRisks {
		c.Risks = append(c.Risks, CaseRisk{ID: form.Column(sent, "risk", i), Flag: form.Column(sent, "flag", i)})
	}
	return c
}

func (c *Case) fault(key string, args ...any) {
	c.Faults = append(c.Faults, words.In(c.lang).Say(key, args...))
}

// Read makes a case of the form, and the draft's answer to it; nil where the draft has
// none.
func (c *Case) Read(to *engine.Snapshot, now time.Time) (*regress.NewCase, *assess.Result) {
	n := &regress.NewCase{Name: c.Name, Person: c.person(now)}
	request := assess.Request{Person: n.Person}
	for i, s := range c.Samples {
		if s.Name == "" && s.Value == "" {
			continue
		}
		found := to.Dictionary.CalledSo(s.Name)
		x, err := lines.Decimal(s.Value)
		if len(found) != 1 || err != nil {
			c.fault("case.bad.sample", i+1)
			continue
		}
		n.Samples = append(n.Samples, regress.Entry{Name: found[0].Name, Value: strings.TrimSpace(s.Value + " " + s.Unit)})
		request.Samples = append(request.Samples, assess.Sample{Name: found[0].Name, Value: x, Unit: s.Unit})
		c.expect(n, s, found[0])
	}
	for _, r := range c.Risks {
		if r.ID != "" && r.Flag != "" {
			n.Risks = append(n.Risks, regress.Entry{Name: r.ID, Value: r.Flag})
		}
	}
	if len(n.Samples) == 0 {
		c.fault("assess.bad.none")
	}
	if len(c.Faults) > 0 {
		return n, nil
	}
	result, err := to.Assess.Assess(&request)
	if err != nil {
		c.Faults = append(c.Faults, message.Localise(err, c.lang))
		return n, nil
	}
	return n, result
}

// person is whom the form describes; what is wrong is noted.
func (c *Case) person(now time.Time) assess.Person {
	p := assess.Person{At: now, Sex: assess.Sex(c.Sex), Arguments: c.arguments()}
	if !c.knownSex() {
		c.fault("assess.bad.sex")
	}
	if age, ok := intake.Age(c.Age); !ok {
		c.fault("assess.bad.age")
	} else {
		p.Born = now.AddDate(-age, 0, 0)
	}
	var err error
	if p.SmokeDaily, err = c.smoked(); err != nil {
		c.fault("assess.bad.smokes")
	}
	for _, has := range c.Has {
		*p.BackgroundNamed(has.Name) = has.On
	}
	return p
}

// expect adds what is expected of a result, which also names a case without a name.
func (c *Case) expect(n *regress.NewCase, s CaseSample, i *dictionary.Indicator) {
	if s.Level != "" {
		n.Levels = append(n.Levels, regress.Entry{Name: i.Name, Value: s.Level})
	}
	if n.Name == "" {
		n.Name = words.Called(c.lang, i) + " " + s.Value
	}
}

// Show puts the draft's answer beside what is expected.
func (c *Case) Show(result *assess.Result) {
	if result == nil {
		return
	}
	k := 0
	for i := range c.Samples {
		if c.Samples[i].Name != "" && k < len(result.Samples) {
			c.Samples[i].Got = result.Samples[k].Level
			k++
		}
	}
	for i := range c.Risks {
		c.Risks[i].Got = "none"
		for _, s := range result.Samples {
			for _, r := range s.Risks {
				if r.ID == c.Risks[i].ID {
					c.Risks[i].Got = strconv.Itoa(r.Flag)
				}
			}
		}
	}
}
