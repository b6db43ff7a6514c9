package console

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"tijian/engine"
	"tijian/engine/assess"
	"tijian/engine/draft"
	"tijian/engine/intake"
	"tijian/engine/message"
	"tijian/engine/regress"
	"tijian/engine/release"
	"tijian/engine/ruleset"
	"tijian/server/audit"
	"tijian/server/console/lines"
	"tijian/server/console/review"
	"tijian/server/console/words"
)

// An acceptView is a failing expectation that the draft can have otherwise.
type acceptView struct {
	Key     string // what the case is and expects now, as JSON
	Now     string // what came
	Dropped bool   // it can only be asked for no longer
}

func acceptOf(ch regress.Change) *acceptView {
	if !ch.Possible() {
		return nil
	}
	a := &acceptView{Now: ch.Now, Dropped: ch.Dropped}
	ch.Now, ch.Dropped = "", false
	data, err := json.Marshal(ch)
	if err != nil {
		panic(err) // texts only
	}
	a.Key = string(data)
	return a
}

// signature is who signs a case and when, "" where the visitor does not.
func (c *Console) signature(v *requestContext) string {
	if v.PostFormValue("sign") == "" {
		return ""
	}
	return v.user.Name + " " + c.Now().Local().Format(time.DateOnly)
}

// acceptCases makes the draft expect of failing cases what the visitor says; the
// other versions expect what they did. The cases are run again.
func (c *Console) acceptCases(v *requestContext) error {
	to, err := c.loaded(v)
	if err != nil {
		return err
	}
	var changes []regress.Change
	for _, i := range v.PostForm["pick"] {
		var ch regress.Change
		if json.Unmarshal([]byte(v.PostFormValue("case."+i)), &ch) != nil {
			return v.fail(http.StatusBadRequest, "error.form")
		}
		ch.Now = strings.TrimSpace(v.PostFormValue("now." + i))
		if ch.Dropped = v.PostFormValue("drop."+i) != ""; ch.Dropped {
			ch.Now = ""
		}
		changes = append(changes, ch)
	}
	p := suitesPage{Version: v.version, typed: v.PostForm}
	if p.Refused = words.In[v.lang].Say("cases.none"); len(changes) > 0 {
		p.Refused, err = c.keepCases(v, func(d *release.Releaser) (string, error) {
			return d.Accept(to.Rules, changes, review.Because(v.PostForm), c.signature(v))
		})
	}
	if err != nil {
		return err
	}
	if p.Refused == "" {
		p.Accepted, p.typed = len(changes), nil
	}
	if !v.isHTMX() && p.Refused == "" {
		return v.redirect("rules/draft/" + v.version.Name)
	}
	c.jobs.Forget(v.version.Name, "test")
	return c.showTried(v, &p)
}

// keepCases writes cases of a draft and records who did; refused says why not.
func (c *Console) keepCases(v *requestContext, write func(*release.Releaser) (string, error)) (refused string, err error) {
	c.saving.Lock()
	defer c.saving.Unlock()
	file, err := write(c.desk())
	if r, is := errors.AsType[*release.Refused](err); is {
		return strings.Join(texts(v.lang, r.Problems), "\n"), nil
	}
	if o, is := c.refusal(v, err); is {
		return o.Sentence().In(v.lang), nil
	}
	if err == nil {
		c.security(v, slog.LevelInfo, audit.DraftEdited, v.user.Name, "version", v.PathValue("version"), "file", c.ownFile(v.PathValue("version"), filepath.Base(file)))
	}
	return "", err
}

// ownFile is the name of a file of a version's own cases, as pages show it.
func (c *Console) ownFile(version, name string) string {
	return path.Join(c.Files.RulesFolder(), version, ruleset.CasesFolder, name)
}

// A casePage is the form of a new case.
type casePage struct {
	Version        draft.Version
	Name, Sex, Age string
	Smokes         string
	Has            []condition
	Further        []argumentField
	Samples        []caseSample
	Risks          []caseRisk
	Indicators     []string
	Set            *ruleset.Set // what can be expected
	Sign           bool
	Faults         []string
	Saved, File    string
}

// A caseSample is a result with the level expected, and the draft's own.
type caseSample struct{ Name, Value, Unit, Level, Got string }

// A caseRisk is a risk with the flag expected, and the draft's own.
type caseRisk struct{ ID, Flag, Got string }

const (
	caseSamples = 4
	caseRisks   = 2
)

func (c *Console) newCase(v *requestContext) error {
	to, err := c.loaded(v)
	if err != nil {
		return err
	}
	p := c.casePage(v, to.Rules)
	p.Age, p.Saved = "45", v.URL.Query().Get("saved")
	p.Samples[0] = caseSample{Name: v.URL.Query().Get("indicator"), Value: v.URL.Query().Get("value")}
	return v.show(http.StatusOK, "case", p)
}

// casePage is the form with what the draft offers, filled by what was sent.
func (c *Console) casePage(v *requestContext, set *ruleset.Set) *casePage {
	p := &casePage{Version: v.version, Name: strings.TrimSpace(v.PostFormValue("name")), Sex: v.PostFormValue("sex"), Age: v.PostFormValue("age"),
		File: c.ownFile(v.version.Name, regress.AddedName), Smokes: v.PostFormValue("smokes"), Sign: v.PostFormValue("sign") != "", Set: set}
	p.Has, p.Further = personFields(set)
	for i := range p.Has {
		p.Has[i].On = v.PostFormValue(p.Has[i].Name) != ""
	}
	for i := range p.Further {
		p.Further[i].Value = v.PostFormValue(p.Further[i].Path)
	}
	at := func(name string, i int) string {
		if list := v.PostForm[name]; i < len(list) {
			return strings.TrimSpace(list[i])
		}
		return ""
	}
	for i := range caseSamples {
		p.Samples = append(p.Samples, caseSample{Name: at("indicator", i), Value: at("value", i), Unit: at("unit", i), Level: at("level", i)})
	}
	for i := range caseRisks {
		p.Risks = append(p.Risks, caseRisk{ID: at("risk", i), Flag: at("flag", i)})
	}
	p.Indicators = words.CalledAll(v.lang, set.Dictionary)
	return p
}

// addCase shows what the draft answers to the person of the form, or adds the
// case to the draft's own.
func (c *Console) addCase(v *requestContext) error {
	to, err := c.loaded(v)
	if err != nil {
		return err
	}
	p := c.casePage(v, to.Rules)
	n, result := p.read(v.lang, to, c.Now())
	if len(p.Faults) == 0 && v.PostFormValue("do") == "save" {
		n.Signed = c.signature(v)
		refused, err := c.keepCases(v, func(d *release.Releaser) (string, error) { return d.AddCase(to.Rules, *n) })
		if err != nil {
			return err
		}
		if refused == "" {
			return v.redirect("rules/draft/" + v.version.Name + "/case?saved=1")
		}
		p.Faults = append(p.Faults, refused)
	}
	p.show(result)
	status := http.StatusOK
	if len(p.Faults) > 0 {
		status = http.StatusUnprocessableEntity
	}
	return v.show(status, "case", p)
}

// read makes a case of the form, and the draft's answer to it; nil where the
// draft has none.
func (p *casePage) read(lang string, to *engine.Snapshot, now time.Time) (*regress.NewCase, *assess.Result) {
	say := words.In[lang].Say
	fault := func(key string, args ...any) { p.Faults = append(p.Faults, say(key, args...)) }
	n := &regress.NewCase{Name: p.Name, Person: assess.Person{At: now, Sex: assess.Sex(p.Sex), Arguments: map[string]any{}}}
	if p.Sex != string(assess.Male) && p.Sex != string(assess.Female) {
		fault("assess.bad.sex")
	}
	if age, ok := intake.Age(p.Age); !ok {
		fault("assess.bad.age")
	} else {
		n.Person.Born = now.AddDate(-age, 0, 0)
	}
	if p.Smokes != "" {
		var err error
		if n.Person.SmokeDaily, err = lines.Decimal(p.Smokes); err != nil {
			fault("assess.bad.smokes")
		}
	}
	for _, has := range p.Has {
		*n.Person.BackgroundNamed(has.Name) = has.On
	}
	for _, a := range p.Further {
		if value, ok := a.value(); ok {
			n.Person.Arguments[a.Path] = value
		}
	}
	request := assess.Request{Person: n.Person}
	for i := range p.Samples {
		s := &p.Samples[i]
		if s.Name == "" && s.Value == "" {
			continue
		}
		found := to.Dictionary.CalledSo(s.Name)
		x, err := lines.Decimal(s.Value)
		if len(found) != 1 || err != nil {
			fault("case.bad.sample", i+1)
			continue
		}
		name := found[0].Name
		n.Samples = append(n.Samples, regress.Entry{Name: name, Value: strings.TrimSpace(s.Value + " " + s.Unit)})
		request.Samples = append(request.Samples, assess.Sample{Name: name, Value: x, Unit: s.Unit})
		if s.Level != "" {
			n.Levels = append(n.Levels, regress.Entry{Name: name, Value: s.Level})
		}
		if n.Name == "" {
			n.Name = words.Called(lang, found[0]) + " " + s.Value
		}
	}
	for _, r := range p.Risks {
		if r.ID != "" && r.Flag != "" {
			n.Risks = append(n.Risks, regress.Entry{Name: r.ID, Value: r.Flag})
		}
	}
	if len(n.Samples) == 0 {
		fault("assess.bad.none")
	}
	if len(p.Faults) > 0 {
		return n, nil
	}
	result, err := to.Assess.Assess(&request)
	if err != nil {
		p.Faults = append(p.Faults, message.Localise(err, lang))
		return n, nil
	}
	return n, result
}

// show puts the draft's answer beside what is expected.
func (p *casePage) show(result *assess.Result) {
	if result == nil {
		return
	}
	k := 0
	for i := range p.Samples {
		if p.Samples[i].Name != "" && k < len(result.Samples) {
			p.Samples[i].Got = result.Samples[k].Level
			k++
		}
	}
	for i := range p.Risks {
		p.Risks[i].Got = "none"
		for _, s := range result.Samples {
			for _, r := range s.Risks {
				if r.ID == p.Risks[i].ID {
					p.Risks[i].Got = strconv.Itoa(r.Flag)
				}
			}
		}
	}
}
