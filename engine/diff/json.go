package diff

import (
	"encoding/json"
	"io"
	"path"

	"tijian/engine/lattice"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

type jsonVersion struct {
	Version string `json:"version"`
	Hash    string `json:"hash"`
}

type jsonAnswer struct {
	Level string   `json:"level"`
	Color int      `json:"color"`
	Rows  []string `json:"rows"`
	jsonTold
}

type jsonTold struct {
	Alert      string `json:"alert,omitempty"`
	Department string `json:"department,omitempty"`
	Recheck    *int   `json:"recheck,omitempty"`
	LateTip    string `json:"late_tip,omitempty"`
}

type jsonRegion struct {
	Text    string          `json:"text"`
	Where   []lattice.Where `json:"where"`
	Witness map[string]any  `json:"witness"`
}

type jsonLevel struct {
	Namespace string     `json:"namespace,omitempty"`
	Indicator string     `json:"indicator"`
	From      jsonAnswer `json:"from"`
	To        jsonAnswer `json:"to"`
	jsonRegion
}

type jsonIdeal struct {
	Namespace string `json:"namespace,omitempty"`
	Indicator string `json:"indicator"`
	From      string `json:"from"`
	To        string `json:"to"`
	jsonRegion
}

type jsonPrinted struct {
	Namespace string `json:"namespace,omitempty"`
	Indicator string `json:"indicator"`
	From      bool   `json:"from"`
	To        bool   `json:"to"`
	FromAt    string `json:"from_at"`
	ToAt      string `json:"to_at"`
	jsonRegion
}

type jsonSignature struct {
	By string `json:"by"`
	On string `json:"on"`
	Of string `json:"of,omitempty"`
}

type jsonSigned struct {
	Namespace string         `json:"namespace,omitempty"`
	Indicator string         `json:"indicator,omitempty"`
	Risk      string         `json:"risk,omitempty"`
	From      *jsonSignature `json:"from"`
	To        *jsonSignature `json:"to"`
	FromAt    string         `json:"from_at,omitempty"`
	ToAt      string         `json:"to_at,omitempty"`
}

type jsonExample struct {
	Person string `json:"person"`
	From   string `json:"from"`
	To     string `json:"to"`
}

type jsonDerived struct {
	ID      string       `json:"id"`
	Kind    Kind         `json:"kind"`
	Parts   []string     `json:"parts,omitempty"`
	Through []string     `json:"through,omitempty"`
	FromAt  string       `json:"from_at,omitempty"`
	ToAt    string       `json:"to_at,omitempty"`
	Example *jsonExample `json:"example,omitempty"`
}

type jsonRisk struct {
	ID       string       `json:"id"`
	Kind     Kind         `json:"kind"`
	Rule     string       `json:"rule,omitempty"`
	Part     string       `json:"part,omitempty"`
	From     *int         `json:"from,omitempty"`
	To       *int         `json:"to,omitempty"`
	Through  []string     `json:"through,omitempty"`
	FromTold *jsonTold    `json:"from_told,omitempty"` // where they differ
	ToTold   *jsonTold    `json:"to_told,omitempty"`
	FromAt   string       `json:"from_at,omitempty"`
	ToAt     string       `json:"to_at,omitempty"`
	Example  *jsonExample `json:"example,omitempty"`
	Region   *jsonRegion  `json:"region,omitempty"`
}

type jsonText struct {
	Namespace string `json:"namespace,omitempty"`
	Indicator string `json:"indicator"`
	Field     string `json:"field"`
	From      string `json:"from"`
	To        string `json:"to"`
	FromAt    string `json:"from_at"`
	ToAt      string `json:"to_at"`
}

type jsonNote struct {
	What   string `json:"what"`
	At     string `json:"at"`
	Reason string `json:"reason"`
}

type jsonShown struct {
	Namespace string   `json:"namespace,omitempty"`
	Indicator string   `json:"indicator"`
	Lost      []string `json:"lost"`
	Gained    []string `json:"gained"`
	FromAt    string   `json:"from_at"`
	ToAt      string   `json:"to_at"`
}

type jsonReport struct {
	From       jsonVersion   `json:"from"`
	To         jsonVersion   `json:"to"`
	Same       bool          `json:"same"`
	Added      []string      `json:"added"`
	Removed    []string      `json:"removed"`
	Levels     []jsonLevel   `json:"levels"`
	Ideals     []jsonIdeal   `json:"ideals"`
	Ranges     []jsonPrinted `json:"printed"`
	Derived    []jsonDerived `json:"derived"`
	Risks      []jsonRisk    `json:"risks"`
	RiskLists  []jsonShown   `json:"shown_risks"`
	Signatures []jsonSigned  `json:"signed"`
	Texts      []jsonText    `json:"texts"`
	Inexact    []jsonNote    `json:"inexact"`
}

// WriteJSON writes the differences for machines, with regions as limits of
// each input. The error is the writer's.
func (r *Report) WriteJSON(w io.Writer) error {
	out := jsonReport{From: jsonVersion(r.From), To: jsonVersion(r.To), Same: r.Same(),
		Added: some(r.Added), Removed: some(r.Removed), Levels: []jsonLevel{}, Ideals: []jsonIdeal{}, Ranges: []jsonPrinted{}, Derived: []jsonDerived{}, Risks: []jsonRisk{}, RiskLists: []jsonShown{}, Signatures: []jsonSigned{}, Texts: []jsonText{}, Inexact: []jsonNote{}}
	for i := range r.Levels {
		l := &r.Levels[i]
		out.Levels = append(out.Levels, jsonLevel{l.Namespace, l.Indicator.Name,
			jsonAnswer{l.From.Level, l.From.Color, r.rows(l.FromRows), l.From.json()}, jsonAnswer{l.To.Level, l.To.Color, r.rows(l.ToRows), l.To.json()}, l.json()})
	}
	for i := range r.Ideals {
		c := &r.Ideals[i]
		from, to := c.Ranges(problem.Chinese)
		j := jsonIdeal{c.Namespace, c.Indicator.Name, from, to, c.json()}
		delete(j.Witness, lattice.Value) // a person, whatever the value
		out.Ideals = append(out.Ideals, j)
	}
	for i := range r.Ranges {
		p := &r.Ranges[i]
		j := jsonPrinted{p.Namespace, p.Indicator.Name, p.From, p.To, r.row(p.FromAt), r.row(p.ToAt), p.json()}
		delete(j.Witness, lattice.Value) // a person, whatever the value
		out.Ranges = append(out.Ranges, j)
	}
	for _, s := range r.Signatures {
		out.Signatures = append(out.Signatures, jsonSigned{s.Namespace, s.Indicator, s.Risk, jsonReview(s.From), jsonReview(s.To), r.row(s.FromAt), r.row(s.ToAt)})
	}
	for _, d := range r.Derived {
		out.Derived = append(out.Derived, jsonDerived{d.ID, d.Kind, d.Parts, d.Through, r.row(d.FromAt), r.row(d.ToAt), d.Example.json()})
	}
	for i := range r.Risks {
		k := &r.Risks[i]
		j := jsonRisk{ID: k.ID, Kind: k.Kind, Rule: k.Rule, Part: k.Part, Through: k.Through, FromAt: r.row(k.FromAt), ToAt: r.row(k.ToAt), Example: k.Example.json()}
		if k.space != nil {
			region := k.json()
			j.From, j.To, j.Region = &k.From, &k.To, &region
			if k.FromTold != k.ToTold {
				from, to := k.FromTold.json(), k.ToTold.json()
				j.FromTold, j.ToTold = &from, &to
			}
		}
		out.Risks = append(out.Risks, j)
	}
	for _, k := range r.RiskLists {
		out.RiskLists = append(out.RiskLists, jsonShown{k.Namespace, k.Indicator, some(k.Lost), some(k.Gained), r.row(k.FromAt), r.row(k.ToAt)})
	}
	for _, t := range r.Texts {
		out.Texts = append(out.Texts, jsonText{t.Namespace, t.Indicator, t.Field, t.From, t.To, r.row(t.FromAt), r.row(t.ToAt)})
	}
	for _, n := range r.Inexact {
		out.Inexact = append(out.Inexact, jsonNote{n.What, r.row(n.At), n.Reason.EN})
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(out)
}

func (t Instruction) json() jsonTold {
	j := jsonTold{Alert: t.Alert, Department: t.Department, LateTip: t.Late}
	if t.Recheck != ruleset.NoRecheck {
		j.Recheck = &t.Recheck
	}
	return j
}

func jsonReview(r *ruleset.Review) *jsonSignature {
	if r == nil {
		return nil
	}
	return &jsonSignature{r.By, r.On.Value, r.Of}
}

func some(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

func (r *region) json() jsonRegion {
	return jsonRegion{r.Describe(problem.Chinese), r.space.Where(&r.box), r.Witness()}
}

func (e *Example) json() *jsonExample {
	if e == nil {
		return nil
	}
	return &jsonExample{e.Person, e.From, e.To}
}

// row writes where rules stand, under the root of the report.
func (r *Report) row(at problem.Place) string {
	if at.File == "" {
		return ""
	}
	at.File, at.Column = path.Join(r.Root, at.File), 0
	return at.String()
}

func (r *Report) rows(places []problem.Place) []string {
	list := make([]string, 0, len(places))
	for _, at := range places {
		list = append(list, r.row(at))
	}
	return list
}
