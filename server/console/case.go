package console

import (
	"errors"
	"net/http"
	"path"
	"path/filepath"
	"strings"
	"time"

	"tijian/engine/draft"
	"tijian/engine/regress"
	"tijian/engine/release"
	"tijian/engine/ruleset"
	"tijian/server/console/person"
	"tijian/server/console/review"
	"tijian/server/console/trials"
	"tijian/server/console/words"
)

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
	changes, ok := trials.Accepted(v.PostForm)
	if !ok {
		return v.fail(http.StatusBadRequest, "error.form")
	}
	var err error
	p := suitesPage{Version: v.version, typed: v.PostForm}
	if p.Refused = words.In(v.lang).Say("cases.none"); len(changes) > 0 {
		p.Refused, err = c.keepCases(v, func(d *release.Releaser) (string, error) {
			return d.Accept(v.draft.Rules, changes, review.Because(v.PostForm), c.signature(v))
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
	file, err := write(c.releaser())
	if r, is := errors.AsType[*release.Refused](err); is {
		return strings.Join(texts(v.lang, r.Problems), "\n"), nil
	}
	if o, is := c.refusal(v, err); is {
		return o.Sentence().In(v.lang), nil
	}
	if err == nil {
		c.edited(v, v.PathValue("version"), c.ownFile(v.PathValue("version"), filepath.Base(file)))
	}
	return "", err
}

// ownFile is the name of a file of a version's own cases, as pages show it.
func (c *Console) ownFile(version, name string) string {
	return path.Join(c.Files.RulesFolder(), version, ruleset.CasesFolder, name)
}

// A casePage is the form of a new case.
type casePage struct {
	*person.Case
	Version     draft.Version
	Sign        bool
	Saved, File string
}

func (c *Console) casePage(v *requestContext) casePage {
	return casePage{Case: person.NewCase(v.lang, v.draft.Rules, v.PostForm), Version: v.version, Sign: v.PostFormValue("sign") != "", File: c.ownFile(v.version.Name, regress.AddedName)}
}

func (c *Console) newCase(v *requestContext) error {
	p := c.casePage(v)
	p.Age, p.Saved = "45", v.URL.Query().Get("saved")
	p.Samples[0] = person.CaseSample{Name: v.URL.Query().Get("indicator"), Value: v.URL.Query().Get("value")}
	if risk := v.URL.Query().Get("risk"); risk != "" && len(p.Risks) > 0 {
		p.Risks[0].ID = risk
	}
	return v.show(http.StatusOK, "case", p)
}

// addCase shows what the draft answers to the person of the form, or adds the
// case to the draft's own.
func (c *Console) addCase(v *requestContext) error {
	p := c.casePage(v)
	n, result := p.Read(v.draft, c.Now())
	if len(p.Faults) == 0 && v.PostFormValue("do") == "save" {
		n.Signed = c.signature(v)
		refused, err := c.keepCases(v, func(d *release.Releaser) (string, error) { return d.AddCase(v.draft.Rules, *n) })
		if err != nil {
			return err
		}
		if refused == "" {
			return v.redirect("rules/draft/" + v.version.Name + "/case?saved=1")
		}
		p.Faults = append(p.Faults, refused)
	}
	p.Show(result)
	status := http.StatusOK
	if len(p.Faults) > 0 {
		status = http.StatusUnprocessableEntity
	}
	return v.show(status, "case", p)
}
