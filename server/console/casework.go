package console

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"tijian/server/audit"
	"tijian/server/cases"
	"tijian/server/console/casework"
	"tijian/server/console/words"
	"tijian/server/user"
)

// own is the visitor's case that the address names; anybody else's does not exist.
func (c *Console) own(v *requestContext) (*casework.File, error) {
	id, ok := v.caseID()
	if !ok {
		return nil, v.fail(http.StatusNotFound, "error.missing")
	}
	k, err := c.cases.Get(v.Context(), v.user.Name, id)
	if err == nil && k.State == cases.Reading {
		if err = c.keeper().Settle(v.Context(), v.user.Name); err == nil {
			k, err = c.cases.Get(v.Context(), v.user.Name, id)
		}
	}
	if err != nil {
		return nil, v.ofCase(err)
	}
	return casework.Open(k)
}

func (v *requestContext) caseID() (string, bool) {
	id, err := uuid.Parse(v.PathValue("id"))
	return id.String(), err == nil && id != uuid.Nil && id.String() == v.PathValue("id")
}

// ofCase has a page say what is wrong with a case.
func (v *requestContext) ofCase(err error) error {
	for of, page := range map[error]*fault{
		cases.ErrNone: {http.StatusNotFound, "error.missing"}, cases.ErrReading: {http.StatusConflict, "visit.reading"},
		cases.ErrSealed: {http.StatusServiceUnavailable, "visit.sealed"}, cases.ErrBusy: {http.StatusServiceUnavailable, "error.busy"},
	} {
		if errors.Is(err, of) {
			return v.fail(page.status, page.text)
		}
	}
	return err
}

// errSame is of a change that changes nothing.
var errSame = errors.New("nothing is changed")

// change keeps what f makes of a case, with an entry of the audit log where there is
// an event. A case that was handed out stays as it is: only reopening changes it.
func (c *Console) change(v *requestContext, id, event string, f func(*casework.File) error) (w *casework.File, err error) {
	ctx := v.Context()
	if event != "" {
		ctx = c.recorded(v, event, id, "")
	}
	_, err = c.cases.Change(ctx, v.user.Name, id, func(k *cases.Case) (err error) {
		if w, err = casework.Open(*k); err != nil {
			return err
		}
		if w.SignedBy != "" && event != audit.CaseReopened {
			return v.fail(http.StatusConflict, "visit.sent")
		}
		if err := f(w); err != nil {
			return err
		}
		return w.Fold(k, c.Live.Snapshot().Dictionary)
	})
	if errors.Is(err, errSame) {
		err = nil
	}
	return w, v.ofCase(err)
}

// caseState signs a case, takes the signature back, or deletes the case.
func (c *Console) caseState(v *requestContext) error {
	id, ok := v.caseID()
	if !ok {
		return v.fail(http.StatusNotFound, "error.missing")
	}
	var err error
	at := "cases/" + id
	switch v.PostFormValue("do") {
	case "sign":
		_, err = c.change(v, id, audit.CaseSigned, func(w *casework.File) error {
			switch {
			case w.Answers == nil:
				return v.fail(http.StatusConflict, "visit.unassessed")
			case w.Mixed():
				return v.fail(http.StatusConflict, "visit.mixed")
			case w.Wanting > 0:
				return v.fail(http.StatusConflict, "visit.wanting", w.Wanting)
			}
			var doubts []string
			for _, d := range w.Unsettled(v.lang) {
				doubts = append(doubts, d.Title+" "+strings.TrimSpace(d.Sample.Value+" "+d.Unit)+words.In(v.lang).Say("colon")+cmp.Or(d.Tip, d.LevelName))
			}
			if len(doubts) > 0 {
				return v.fail(http.StatusConflict, "visit.suspect", strings.Join(doubts, "\n"))
			}
			w.SignedBy, w.SignedAt = v.user.Name, c.Now()
			return nil
		})
		at += "/patient"
	case "doubt": // of a value that the report has
		_, err = c.change(v, id, audit.ValueVouched, func(w *casework.File) error {
			if !w.Settle(v.PostFormValue("name"), v.user.Name, c.Now()) {
				return errSame
			}
			return nil
		})
		at += "/answer"
	case "reopen":
		_, err = c.change(v, id, audit.CaseReopened, func(w *casework.File) error {
			if w.SignedBy == "" {
				return errSame
			}
			w.SignedBy, w.SignedAt = "", time.Time{}
			return nil
		})
		at += "/answer"
	case "join":
		_, err = c.change(v, id, audit.CaseJoined, func(w *casework.File) error {
			if !w.Mixed() {
				return errSame
			}
			return w.Join(v.user.Name)
		})
	case "split":
		_, err = c.part(v, id, (*casework.File).Split)
		at = "cases"
	case "absorb":
		err = c.absorb(v, id, v.PostFormValue("other"))
	case "unjoin":
		err = c.unjoin(v, id)
	case "empty", "unempty", "right", "unright":
		_, err = c.change(v, id, audit.ReportCorrected, func(w *casework.File) error {
			all, err := w.Lines(v.lang, c.Live.Snapshot().Dictionary)
			w.Whole(all, v.PostFormValue("do"))
			return err
		})
	case "separate":
		_, err = c.change(v, id, audit.CaseSeparated, func(w *casework.File) error { w.Separate(); return nil })
		at += "/assess"
	case "hand":
		err, at = c.hand(v, id, strings.TrimSpace(v.PostFormValue("to"))), "cases"
	case "delete":
		err, at = v.ofCase(c.cases.Delete(c.recorded(v, audit.CaseDeleted, id, ""), v.user.Name, id)), "cases"
		if err == nil {
			err = c.uploads.Drop(v.Context(), v.user.Name, id)
		}
	default:
		return v.fail(http.StatusBadRequest, "error.form")
	}
	if err != nil {
		return err
	}
	return v.redirect(at)
}

// hand gives a case to a colleague, who goes on with it.
func (c *Console) hand(v *requestContext, id, to string) error {
	other, err := c.Users.Current(v.Context(), to)
	if errors.Is(err, user.ErrUnknown) || err == nil && (other.Disabled || to == v.user.Name) {
		return v.fail(http.StatusConflict, "visit.hand.unknown", to)
	}
	if err != nil {
		return err
	}
	err = c.cases.Hand(c.recorded(v, audit.CaseHanded, id, to), v.user.Name, id, to, func(k *cases.Case) error {
		w, err := casework.Open(*k)
		if err != nil {
			return err
		}
		w.Handed = v.user.Name
		return w.Fold(k, c.Live.Snapshot().Dictionary)
	})
	return v.ofCase(err)
}

// twin tells of another case that has the pseudonym or the number of one and is of
// another person; "" for none.
func (c *Console) twin(v *requestContext, w *casework.File) (string, error) {
	for _, f := range []cases.Filter{{Person: w.Person}, {Text: w.Number}} {
		f.Most = mostListed
		if f.Person+f.Text == "" {
			continue
		}
		list, _, err := c.listed(v, f)
		if err != nil {
			return "", err
		}
		for _, one := range list {
			if one.ID != w.ID && (one.Person == w.Person || one.Number == w.Number) && one.Another(&w.Head) {
				return strings.Join(strings.Fields(one.Name+" "+words.Word(v.lang, one.Sex)+" "+one.At), " · "), nil
			}
		}
	}
	return "", nil
}

// part makes a case of each of what one is parted into. The others are there before the one
// loses them: nothing is lost on the way.
func (c *Console) part(v *requestContext, id string, parts func(*casework.File) ([]*casework.File, error)) ([]*casework.File, error) {
	w, err := c.own(v)
	if err != nil {
		return nil, err
	}
	others, err := parts(w)
	for _, one := range others {
		if err == nil {
			var k cases.Case
			if err = one.Fold(&k, c.Live.Snapshot().Dictionary); err == nil {
				err = c.cases.Create(v.Context(), k)
			}
		}
		if errors.Is(err, cases.ErrAgain) { // it was parted before, and something went wrong
			err = nil
		}
	}
	if err != nil {
		return nil, err
	}
	_, err = c.change(v, id, audit.CaseSplit, func(w *casework.File) error {
		again, err := parts(w)
		if len(again) == 0 {
			err = cmp.Or(err, errSame)
		}
		return err
	})
	return others, err
}

// together finds the cases of files that were sent with one, and which of them may belong
// to it.
func (c *Console) together(v *requestContext, w *casework.File, p *reportPage) error {
	for _, id := range w.Together.Others(w.ID) {
		k, err := c.cases.Get(v.Context(), v.user.Name, id)
		if errors.Is(err, cases.ErrNone) {
			continue
		}
		if err != nil {
			return v.ofCase(err)
		}
		other, err := casework.Open(k)
		if err != nil {
			return err
		}
		p.Together++
		if k.State != cases.Reading && k.State != cases.Sent && w.SignedBy == "" && w.Fits(other) {
			p.Fits = append(p.Fits, other.Line(v.lang))
		}
	}
	return nil
}

// absorb joins another case to one: files that were sent together and are of one report.
func (c *Console) absorb(v *requestContext, id, other string) error {
	k, err := c.cases.Get(v.Context(), v.user.Name, other)
	if err != nil {
		return v.ofCase(err)
	}
	o, err := casework.Open(k)
	if err != nil {
		return err
	}
	w, err := c.change(v, id, audit.CaseJoined, func(w *casework.File) error {
		switch {
		case slices.Contains(w.Joint, other): // before, and something went wrong
			return errSame
		case !slices.Contains(w.Together.Others(w.ID), other) || o.State == cases.Reading || o.State == cases.Sent || !w.Fits(o):
			return v.fail(http.StatusConflict, "visit.strangers")
		}
		return w.Absorb(o)
	})
	if err == nil {
		err = c.uploads.Move(v.Context(), v.user.Name, other, id, w.Paper()-o.Paper(), 0)
	}
	if err != nil {
		return err
	}
	return v.ofCase(c.cases.Delete(c.recorded(v, audit.CaseDeleted, other, ""), v.user.Name, other))
}

// unjoin makes a case of each of the files again that were joined to one.
func (c *Console) unjoin(v *requestContext, id string) error {
	others, err := c.part(v, id, (*casework.File).Unjoin)
	for n, one := range others {
		if err == nil {
			err = c.uploads.Move(v.Context(), v.user.Name, id, one.ID, -n-1, n+2)
		}
	}
	return err
}
