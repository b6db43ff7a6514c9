package console

import (
	"cmp"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"tijian/server/cases"
	"tijian/server/console/words"
)

// assess saves the form, and goes on with it: to the answer, or to what is wrong.
func (c *Console) assess(v *requestContext) error {
	f, err := c.formOf(v)
	if err != nil {
		return err
	}
	form, do := maps.Clone(v.PostForm), v.PostFormValue("do")
	for _, name := range []string{"csrf", "do", "saved"} {
		form.Del(name)
	}
	switch {
	case do == "more":
		for _, name := range rowFields {
			form[name] = append(form[name], make([]string, max(0, max(len(form["name"]), firstRows)+moreRows-len(form[name])))...)
		}
	case do == "take" && f.Offer != nil:
		set := func(name, value string) {
			if value != "" {
				form.Set(name, value)
			}
		}
		set("sex", f.Offer.Sex)
		set("age", f.Offer.Age)
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
	answers, err := c.answers(v, f)
	if err != nil {
		return err
	}
	if answers == nil {
		return v.redirect("cases/" + w.ID + "/assess?check=1")
	}
	saved := w.Saved
	_, err = c.change(v, w.ID, "", func(w *casework) error {
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
func (c *Console) saveForm(v *requestContext, f *assessForm, form url.Values) (*casework, error) {
	if f.Person == "" {
		first := cases.Case{Owner: v.user.Name, ID: f.ID, Person: cases.NewPerson(), State: cases.Check}
		if err := c.cases.Create(v.Context(), first); err != nil && !errors.Is(err, cases.ErrAgain) {
			return nil, err
		}
	}
	knows := v.PostFormValue("saved")
	return c.change(v, f.ID, "", func(w *casework) error {
		switch {
		case reflect.DeepEqual(w.Form, form):
			return errSame
		case knows != strconv.Itoa(w.Saved):
			return errContested
		}
		w.Form, w.Answers = form, nil
		w.Saved++
		w.Name, w.Number = strings.TrimSpace(form.Get("who")), strings.TrimSpace(form.Get("number"))
		w.Person = cmp.Or(pseudonym(form.Get("person")), w.Person)
		return nil
	})
}

// unsaved tells a form that saves itself why it is not kept.
func (v *requestContext) unsaved(err error) error {
	refused, is := errors.AsType[*fault](err)
	switch {
	case errors.Is(err, errContested):
		return v.partOf("assess", "refused", words.In[v.lang].Say("autosave.contested"))
	case is && refused.status == http.StatusConflict:
		return v.partOf("assess", "refused", refused.text)
	}
	return err
}

// formContested shows what was typed and not kept.
func (c *Console) formContested(v *requestContext, w *casework, form url.Values) error {
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

// longestPerson is how many characters of a pseudonym are kept.
const longestPerson = 32

// pseudonym is a pseudonym as somebody typed it.
func pseudonym(text string) string {
	text = strings.ToUpper(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' }), ""))
	if runes := []rune(text); len(runes) > longestPerson {
		text = string(runes[:longestPerson])
	}
	return text
}

// rowFields are the fields of a row of results.
var rowFields = []string{"of", "name", "value", "unit", "reference", "before", "before_at"}
