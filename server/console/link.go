package console

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"tijian/server/audit"
	"tijian/server/cases"
	"tijian/server/console/casework"
	"tijian/server/console/chart"
)

// linkDays are how long a link for a patient can be good.
var linkDays = []int{7, 30, 90}

// A given is what a link for a patient says, sealed: nobody reads it, changes it, or
// makes one up. It is good for the answer as it was signed: who reopens a case, or
// deletes it, ends its links.
type given struct {
	Owner   string `json:"o"`
	ID      string `json:"i"`
	Signed  int64  `json:"s"`
	Expires int64  `json:"e"`
}

func (c *Console) giveLink(g given) string {
	text, err := json.Marshal(g)
	if err != nil {
		panic(err) // texts and numbers
	}
	return base64.RawURLEncoding.EncodeToString(c.Links.Seal(nil, text, ""))
}

func (c *Console) readLink(link string) (g given, ok bool) {
	data, err := base64.RawURLEncoding.DecodeString(link)
	if err != nil {
		return g, false
	}
	text, ok := c.Links.Open(data, "")
	return g, ok && json.Unmarshal(text, &g) == nil
}

// A linkPage shows a link for a patient.
type linkPage struct {
	ID, Link string
	Next     nextCase // where the next case waits
	Expires  time.Time
	QR       chart.QR
}

// makeLink makes a link to the page of an answer that was handed out.
func (c *Console) makeLink(v *requestContext) error {
	w, err := c.own(v)
	if err != nil {
		return err
	}
	days, err := strconv.Atoi(v.PostFormValue("days"))
	switch {
	case err != nil || !slices.Contains(linkDays, days):
		return v.fail(http.StatusBadRequest, "error.form")
	case w.State != cases.Sent || len(c.Links) == 0:
		return v.fail(http.StatusConflict, "link.unsigned")
	}
	p := linkPage{ID: w.ID, Expires: c.Now().AddDate(0, 0, days)}
	site, _ := v.site()
	p.Link = site.Origin + "/console/given/" + c.giveLink(given{v.user.Name, w.ID, w.SignedAt.UnixMicro(), p.Expires.Unix()})
	if p.QR, err = chart.DrawQR(p.Link); err != nil {
		return err
	}
	if p.Next, err = c.next(v, w.ID); err != nil {
		return err
	}
	c.Audit.Add(v.Context(), v.entry(audit.LinkMade, w.ID, fmt.Sprint(days)))
	return v.show(http.StatusOK, "link", p)
}

// showGiven shows the page for the patient to whoever has its link.
func (c *Console) showGiven(v *requestContext) error {
	over := v.fail(http.StatusNotFound, "link.over")
	if len(c.Links) == 0 {
		return over
	}
	g, ok := c.readLink(v.PathValue("link"))
	if !ok || c.Now().Unix() >= g.Expires {
		return over
	}
	k, err := c.cases.Get(v.Context(), g.Owner, g.ID)
	if err != nil {
		return v.ofCase(err)
	}
	w, err := casework.Open(k)
	if err != nil {
		return err
	}
	if w.State != cases.Sent || w.SignedAt.UnixMicro() != g.Signed || w.Answers[v.lang] == nil {
		return over
	}
	c.Audit.Add(v.Context(), audit.Entry{At: c.Now(), Event: audit.AnswerRead, About: w.ID, Via: "link", Address: v.RemoteAddr})
	v.w.Header().Set("X-Robots-Tag", "noindex")
	p := c.answerPageOf(w, v.lang)
	p.Given = true
	return c.showPatient(v, p)
}
