package client

import (
	"context"
	"encoding/json"
	"net/http"
)

// A Request asks what the values of one person mean.
type Request struct {
	UserIdentifier string           `json:"user_identifier"`
	Namespace      string           `json:"namespace"`
	Datetime       string           `json:"datetime"` // of the examination, with a zone: 2026-11-20T08:30:00.000Z
	Profile        Profile          `json:"profile"`
	Background     HealthBackground `json:"health_background"`
	Samples        []Sample         `json:"samples"`
}

// A Profile is who the person is.
type Profile struct {
	Born   string `json:"dob"`    // YYYY-MM-DD
	Gender string `json:"gender"` // male or female

	// Optional; nil or "" is not known.
	Pregnant         *bool    `json:"is_pregnant,omitempty"`
	GestationalWeeks *float64 `json:"gestational_weeks,omitempty"`
	Region           string   `json:"region,omitempty"` // north or south
	Urban            *bool    `json:"urban,omitempty"`
	Active           *bool    `json:"physically_active,omitempty"` // half an hour a day
	DailyVegetables  *bool    `json:"daily_vegetables,omitempty"`
	SCORE2Region     string   `json:"score2_region,omitempty"` // low, moderate, high or very_high
}

// A HealthBackground is what is known of the person's health.
type HealthBackground struct {
	HasDiabetes         bool    `json:"has_diabetes"`
	OnAntihypertensives bool    `json:"is_taking_antihypertensive_therapy"`
	HasCVD              bool    `json:"has_cvd"`
	SmokesDaily         float64 `json:"smoke_daily_frequency"`
	HasHypertension     bool    `json:"has_hbp"`

	// Optional; nil is not known.
	FamilyASCVD       *bool `json:"family_history_ascvd,omitempty"`
	FamilyDiabetes    *bool `json:"family_history_diabetes,omitempty"`               // of parents, brothers, sisters, children
	RelativesDiabetes *bool `json:"family_history_diabetes_second_degree,omitempty"` // of others
	PastHighGlucose   *bool `json:"past_high_glucose,omitempty"`
	OnStatin          *bool `json:"is_taking_statin,omitempty"`
	OnAnticoagulant   *bool `json:"is_taking_anticoagulant,omitempty"`
}

// A Sample is a measured value. A blank Unit is the indicator's standard unit.
type Sample struct {
	Name       string     `json:"name"`
	Unit       string     `json:"unit,omitempty"`
	Value      float64    `json:"value"`
	Comparator string     `json:"comparator,omitempty"` // <, <=, > or >= where the value is only a bound
	Reference  *Reference `json:"reference,omitempty"`  // as printed; nil for none
	Previous   []Earlier  `json:"previous,omitempty"`   // results of earlier examinations
}

// Earlier is an earlier result. A blank Unit is the sample's.
type Earlier struct {
	Value    float64 `json:"value"`
	Unit     string  `json:"unit,omitempty"`
	Datetime string  `json:"datetime"` // of that examination, or its day
}

// A Reference is a printed range; an open end is nil.
type Reference struct {
	Low  *float64 `json:"low,omitempty"`
	High *float64 `json:"high,omitempty"`
	Text string   `json:"text,omitempty"`
}

// An Assessment is what the values mean.
type Assessment struct {
	Samples   []AssessedSample `json:"samples"`
	CreatedAt string           `json:"created_at"`

	// Of AssessFull only.
	Ruleset     Ruleset        `json:"ruleset"`
	Derived     map[string]any `json:"derived"`
	Assumptions []string       `json:"assumptions"`
	Unused      []UnusedField  `json:"unused_fields"`
	Doubts      []Doubt        `json:"doubts"`
	Summary     *Summary       `json:"summary"`
	English     *English       `json:"english"` // with [WithEnglish] only
}

// An UnusedField of a request decided nothing: most likely it is misspelt.
type UnusedField struct {
	Field      string   `json:"field"` // its path; samples[] is every sample
	Times      int      `json:"times"`
	DidYouMean []string `json:"did_you_mean"`
}

// English is what the names of an answer are in English.
type English struct {
	Indicators map[string]string `json:"indicators"` // by standard name
	Levels     map[string]string `json:"levels"`     // not of tasks
	Risks      map[string]string `json:"risks"`      // of assessments, by id
	Findings   map[string]string `json:"findings"`   // of texts, by term
}

// An AssessedSample is a sample with what it means.
type AssessedSample struct {
	Sample
	Tip   string `json:"tip"`
	Hint  string `json:"hint"`
	Color int    `json:"color"` // 0 not assessed, 1 green to 5 red
	Level string `json:"level"` // N0, H1, L2, A3, U0 and so on
	Ideal string `json:"ideal"` // a range as text, in the sample's unit
	Risks []Risk `json:"risks"`

	Act   string          `json:"act"`   // how soon: now, today, days_2 … routine; of AssessFull only
	Trace json.RawMessage `json:"trace"` // of AssessFull only
}

// A Doubt is values that contradict each other, or a unit that contradicts its
// printed range; none of them is judged.
type Doubt struct {
	Samples []int  `json:"samples"` // their indexes
	Rule    string `json:"rule"`
	Message string `json:"message"` // what must be
}

// A Risk of a disease; Flag is 0 to 4 signal bars.
type Risk struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Flag int    `json:"flag"`
	Act  string `json:"act"` // of AssessFull only
}

// A Ruleset is a version of the rules.
type Ruleset struct {
	Version string `json:"version"`
	Hash    string `json:"hash"`
}

// A Summary says what stands out first.
type Summary struct {
	Headline string `json:"headline"`
	Urgent   int    `json:"urgent"` // how many entries have the act of the first
	Entries  []struct {
		Organ       string `json:"organ"`
		Title       string `json:"title"`
		Why         string `json:"why"`
		Act         string `json:"act"`   // how soon
		Alert       string `json:"alert"` // A, B or none
		Department  string `json:"department"`
		RecheckDays *int   `json:"recheck_days"`
	} `json:"entries"`
}

// Assess has values assessed.
func (c *Client) Assess(ctx context.Context, r Request) (*Assessment, error) {
	var a Assessment
	return &a, c.call(ctx, http.MethodPost, "/api/samples", r, &a)
}

// AssessFull is Assess with derived values, assumptions, a summary, and the
// trace of each sample.
func (c *Client) AssessFull(ctx context.Context, r Request) (*Assessment, error) {
	var a Assessment
	return &a, c.call(ctx, http.MethodPost, "/api/samples?format=full", r, &a)
}

// AssessFHIR has a FHIR R4 Bundle of Patient and Observations assessed, and
// returns the answer as a Bundle.
func (c *Client) AssessFHIR(ctx context.Context, bundle []byte) ([]byte, error) {
	const kind = "application/fhir+json"
	return c.send(ctx, http.MethodPost, "/api/samples", kind, kind, bundle)
}

// Findings are what a text says, as standard terms.
type Findings struct {
	Certain  []string `json:"certain"`
	Possible []string `json:"possible"`

	// Of KeywordsFull only.
	Matches []Match  `json:"matches"`
	Values  []Value  `json:"values"`
	English *English `json:"english"` // with [WithEnglish] only
}

// A Value is a laboratory value, or a blood pressure, in the text.
type Value struct {
	Name         string   `json:"name"` // of the indicator
	Text         string   `json:"text"`
	Start        int      `json:"start"` // in characters
	End          int      `json:"end"`
	Value        string   `json:"value"`          // as written
	Unit         string   `json:"unit"`           // as written
	Standard     *float64 `json:"standard_value"` // nil when the unit is not certain
	StandardUnit string   `json:"standard_unit"`
	Level        string   `json:"level"` // "" when it depends on the person
	Color        int      `json:"color"`
	Tip          string   `json:"tip"`
	Reason       string   `json:"reason"` // why there is no level
}

// A Match is one mention.
type Match struct {
	Term   string `json:"term"`
	Text   string `json:"text"`
	Start  int    `json:"start"` // in characters
	End    int    `json:"end"`
	Status string `json:"status"` // certain, possible, negated, family, past or conditional
	Site   string `json:"site"`
	ICD10  string `json:"icd10"`
}

// A Text is a summary's text. Context "" is report/disease; Item is the
// examination that it belongs to, where that is known.
type Text struct {
	Text    string `json:"text"`
	Context string `json:"context,omitempty"`
	Item    string `json:"item,omitempty"`

	// Optional: Namespace chooses the lexicon; the others let KeywordsFull judge
	// values for a person.
	Namespace  string            `json:"namespace,omitempty"`
	Datetime   string            `json:"datetime,omitempty"`
	Profile    *Profile          `json:"profile,omitempty"`
	Background *HealthBackground `json:"health_background,omitempty"`
}

// Keywords returns the findings of a text.
func (c *Client) Keywords(ctx context.Context, t Text) (*Findings, error) {
	var f Findings
	return &f, c.call(ctx, http.MethodPost, "/api/keywords", t, &f)
}

// KeywordsFull is Keywords with every mention and the values of the text.
func (c *Client) KeywordsFull(ctx context.Context, t Text) (*Findings, error) {
	var f Findings
	return &f, c.call(ctx, http.MethodPost, "/api/keywords?format=full", t, &f)
}
