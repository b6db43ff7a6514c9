package console

import (
	"cmp"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"tijian/server/audit"
	"tijian/server/cases"
	"tijian/server/console/answer"
	"tijian/server/console/casework"
	"tijian/server/console/lines"
	"tijian/server/console/person"
	"tijian/server/console/words"
)

// beginCase begins a case without pictures: it is kept with the first thing that is
// filled in.
func (c *Console) beginCase(v *requestContext) error {
	return v.redirect("cases/" + uuid.NewString() + "/assess")
}

// assessForm shows the form of a case as it was last saved; with check, what is wrong
// with it.
func (c *Console) assessForm(v *requestContext) error {
	f, err := c.formOf(v)
	if err != nil {
		return err
	}
	if v.URL.Query().Has("check") && f.Saved > 0 {
		if _, err := c.answers(v, f); err != nil {
			return err
		}
	}
	return v.show(http.StatusOK, "assess", f)
}

// formOf is the form of a case, with the values of its report, which are changed on
// the report's own page. A case that there is not yet has an empty one.
func (c *Console) formOf(v *requestContext) (*person.Form, error) {
	w, err := c.own(v)
	if f, is := errors.AsType[*fault](err); is && f.status == http.StatusNotFound {
		if id, ok := v.caseID(); ok {
			w, err = &casework.File{Case: cases.Case{ID: id}}, nil
		}
	}
	if err != nil {
		return nil, err
	}
	if w.State == cases.Reading {
		return nil, v.ofCase(cases.ErrReading)
	}
	return c.formWith(v, w, w.Form)
}

func (c *Console) formWith(v *requestContext, w *casework.File, sent url.Values) (*person.Form, error) {
	snapshot := c.Live.Snapshot()
	f := person.NewForm(v.lang, snapshot)
	f.ID, f.Saved, f.Person, f.Pictures, f.Sent = w.ID, w.Saved, w.Person, w.Pictures, w.SignedBy != ""
	f.Outdated = w.Answers == nil && !w.AssessedAt.IsZero()
	f.At, f.Text = w.Day, w.Texts
	if f.At == "" && w.Pictures == 0 { // of a report that was read somebody has to say it: an old one is not of today
		f.At = c.Now().Format(time.DateOnly)
	}
	if sent != nil {
		f.Fill(sent)
	}
	all, err := w.Lines(v.lang, snapshot.Dictionary)
	if err != nil {
		return nil, err
	}
	f.Others = lines.Unjudged(all)
	if f.Paper = lines.HeadOf(all); f.Paper != nil {
		f.Paper.Report = cmp.Or(w.From, w.ID)
		kept, err := c.uploads.Kept(v.Context(), v.user.Name, f.Paper.Report)
		if err != nil {
			return nil, err
		}
		f.Paper.Kept = slices.Contains(kept, 1)
	}
	f.Join(lines.Rows(all), sent)
	f.Offer = f.OfferOf(w.Printed)
	if w.Saved > 0 {
		f.Twin, err = c.twin(v, w)
	}
	return f, err
}

// answers asks what the form asks; see person.Form.
func (c *Console) answers(v *requestContext, f *person.Form) (map[string]*answer.Answer, error) {
	return f.Answers(v.lang, c.Live.Snapshot(), c.Limits.Text, c.Limits.Samples, c.Now())
}

// assess saves the form, and goes on with it: to the answer, or to what is wrong.
func (c *Console) assess(v *requestContext) error {
	f, err := c.formOf(v)
	if err != nil {
		return err
	}
	form, do := maps.Clone(v.PostForm), v.PostFormValue("do")
	switch do {
	case "again": // as it was last saved
		w, err := c.own(v)
		if err != nil {
			return err
		}
		form = maps.Clone(w.Form)
	case "doubt": // of a value that goes: without it as it was last saved
		w, err := c.change(v, f.ID, audit.ReportCorrected, func(w *casework.File) error {
			removed, err := w.Remove(v.PostFormValue("indicator"), c.Live.Snapshot().Dictionary)
			if err == nil && !removed {
				err = v.fail(http.StatusConflict, "visit.unremoved")
			}
			return err
		})
		if err != nil {
			return err
		}
		form = maps.Clone(w.Form)
	}
	for _, name := range []string{"csrf", "do", "saved"} {
		form.Del(name)
	}
	switch {
	case do == "printed": // the person and the day as the report has them
		form = url.Values{"at": {f.At}, "text": {f.Text}}
		if f.Offer != nil {
			f.Offer.Take(form)
		}
	case do == "more":
		person.MoreRows(form)
	case (do == "take" || do == "taken") && f.Offer != nil: // taken: and assessed at once
		f.Offer.Take(form)
	}
	w, err := c.saveForm(v, f, form)
	if do == "save" && err != nil {
		return v.unsaved(err)
	}
	if errors.Is(err, errContested) {
		return c.formContested(v, w, form)
	}
	if err != nil {
		return err
	}
	switch do {
	case "save":
		return v.part(http.StatusOK, "assess", "saved", w)
	case "more", "take":
		if f, err = c.formWith(v, w, w.Form); err != nil {
			return err
		}
		if v.isHTMX() {
			return v.partOf("assess", "assess-form", f)
		}
		return v.redirect("cases/" + w.ID + "/assess")
	}
	if f, err = c.formWith(v, w, w.Form); err != nil {
		return err
	}
	if w.Mixed() { // what is whose has to be said first
		return v.redirect("cases/" + w.ID)
	}
	answers, err := c.answers(v, f)
	if err != nil {
		return err
	}
	if answers == nil {
		return v.redirect("cases/" + w.ID + "/assess?check=1")
	}
	saved := w.Saved
	_, err = c.change(v, w.ID, "", func(w *casework.File) error {
		if w.Saved != saved { // another window was quicker; it has an answer of its own
			return errSame
		}
		w.Answers, w.AssessedAt = answers, c.Now()
		return nil
	})
	if err != nil {
		return err
	}
	return v.redirect("cases/" + w.ID + "/answer")
}

// saveForm keeps the form of a case, which begins with it where there is none. It is
// errContested, and nothing is kept, where another window has saved it since this one
// was shown. An answer to another form is none any more.
func (c *Console) saveForm(v *requestContext, f *person.Form, form url.Values) (*casework.File, error) {
	if f.Person == "" {
		first := cases.Case{Owner: v.user.Name, ID: f.ID, Person: cases.NewPerson(), State: cases.Check}
		if err := c.cases.Create(v.Context(), first); err != nil && !errors.Is(err, cases.ErrAgain) {
			return nil, err
		}
	}
	knows := v.PostFormValue("saved")
	return c.change(v, f.ID, "", func(w *casework.File) error {
		switch {
		case reflect.DeepEqual(w.Form, form):
			return errSame
		case knows != strconv.Itoa(w.Saved):
			return errContested
		}
		w.Form, w.Answers = form, nil
		w.Saved++
		w.Name, w.Number = strings.TrimSpace(form.Get("who")), strings.TrimSpace(form.Get("number"))
		w.Person = cmp.Or(person.Pseudonym(form.Get("person")), w.Person)
		return nil
	})
}

// unsaved tells a form that saves itself why it is not kept.
func (v *requestContext) unsaved(err error) error {
	refused, is := errors.AsType[*fault](err)
	switch {
	case errors.Is(err, errContested):
		return v.partOf("assess", "refused", words.In(v.lang).Say("autosave.contested"))
	case is && refused.status == http.StatusConflict:
		return v.partOf("assess", "refused", refused.text)
	}
	return err
}

// formContested shows what was typed and not kept.
func (c *Console) formContested(v *requestContext, w *casework.File, form url.Values) error {
	f, err := c.formWith(v, w, form)
	if err != nil {
		return err
	}
	f.Contested = true
	if v.isHTMX() {
		return v.partOf("assess", "assess-form", f)
	}
	return v.show(http.StatusConflict, "assess", f)
}
