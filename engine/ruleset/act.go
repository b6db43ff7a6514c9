package ruleset

import (
	"cmp"
	"slices"
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// An Act is how soon something is to be done about a finding: the one scale of
// urgency, from which the alert class and the days to a recheck follow. The
// classes are those of the Chinese consensus on important abnormal results of
// health examinations (2019).
type Act struct {
	ID      string `yaml:"id,required"` // now, today, days_2 … routine
	Name    string `yaml:"name,required"`
	English string `yaml:"en"`
	Alert   string `yaml:"alert"`   // AlertA, AlertB or "" for none
	Recheck *int   `yaml:"recheck"` // in days; nil for none
	// Says are words that ask to act so soon; a text that uses one must not stand at
	// a later act.
	Says []string `yaml:"says"`
	// Department is where one goes so soon, whatever department the result belongs to;
	// "" for that one. Departments have another of their own: 儿科 has 儿科急诊.
	Department  string            `yaml:"department"`
	Departments map[string]string `yaml:"departments"`
	At          problem.Place
	rank        int
	timeless    *strings.Replacer // leaves out what says later
}

// actIDs are the acts of the API, the most urgent first; a rule set that has any
// has them all.
var actIDs = []string{"now", "today", "days_2", "days_7", "days_30", "days_90", "routine"}

// Where is the department to go to with a finding that belongs to one.
func (u Urgency) Where() string {
	if u.Act == nil {
		return u.Department
	}
	return cmp.Or(u.Act.Departments[u.Department], u.Act.Department, u.Department)
}

// Rank is the place of an act on the scale, 0 the most urgent; what has none comes
// last.
func (a *Act) Rank() int {
	if a == nil {
		return len(actIDs)
	}
	return a.rank
}

// Told is the id of an act; "" where the version has no acts.
func (a *Act) Told() string {
	if a == nil {
		return ""
	}
	return a.ID
}

// Ranked gives each act of a whole scale its place.
func Ranked(list []*Act) []*Act {
	for i, a := range list {
		a.rank = i
		var swaps []string
		for _, later := range list[i+1:] {
			for _, word := range later.Says {
				for _, verb := range []string{"就诊", "就医", "就近", "就", ""} { // 请几天内就诊 becomes 请就诊, 请今天就去 becomes 请去
					kept := strings.TrimSuffix(verb, "就")
					swaps = append(swaps, "在"+word+verb, kept, word+verb, kept)
				}
			}
		}
		a.timeless = strings.NewReplacer(swaps...)
	}
	return list
}

// Timeless leaves out of a text how soon to act, where that is later than this:
// 请一周内到肝病科 becomes 请到肝病科 beside what is to be done today.
func (a *Act) Timeless(text string) string {
	if a == nil {
		return text
	}
	return a.timeless.Replace(text)
}

func (l *loader) acts(list []*Act) {
	for i, a := range list {
		if i >= len(actIDs) || a.ID != actIDs[i] {
			l.list.Add(message.ActOfManifest.At(a.At, "name", a.ID, "known", strings.Join(actIDs, " ")))
			continue
		}
		if a.Alert != "" && !slices.Contains(alerts, a.Alert) {
			l.list.Add(message.UnknownAlert.At(a.At, "text", a.Alert))
		}
	}
	if n := len(list); n > 0 && n < len(actIDs) {
		l.list.Add(message.ActMissing.At(l.file("manifest.yaml"), "name", actIDs[n]))
	}
	l.set.Acts = Ranked(list)
}

// ActOf finds an act by its id; nil when there is none.
func (m *Manifest) ActOf(id string) *Act {
	for _, a := range m.Acts {
		if a.ID == id {
			return a
		}
	}
	return nil
}

// Routine is the act that asks for nothing; nil in versions without acts.
func (m *Manifest) Routine() *Act { return m.ActOf(actIDs[len(actIDs)-1]) }

// An urged entry says how soon: by its act, or in versions without acts by an
// alert class and days.
type urged struct {
	Act, Alert strictyaml.Text
	Recheck    *int
}

// urgency of a row: its own act, else the usual one of its level or flag, and what
// follows from it; in versions without acts what it says and leaves out. The
// department is its own, else that of its table or risk, else of the organ.
func (l *loader) urgency(e urged, usual string, days *int, at problem.Place, o *Organ, departments ...string) Urgency {
	if o != nil {
		departments = append(departments, o.Department)
	}
	u := Urgency{Recheck: NoRecheck, Department: cmp.Or(departments...)}
	if len(l.set.Acts) == 0 {
		if e.Act.Set() {
			l.list.Add(message.ActWithoutScale.At(e.Act.At))
		}
		if e.Alert.Set() && !slices.Contains(alerts, e.Alert.Value) {
			l.list.Add(message.UnknownAlert.At(e.Alert.At, "text", e.Alert.Value))
		}
		u.Alert = e.Alert.Value
		if e.Recheck != nil {
			days = e.Recheck
		}
		if days != nil {
			u.Recheck = *days
		}
		return u
	}
	if e.Alert.Set() || e.Recheck != nil {
		l.list.Add(message.ActTwice.At(at))
	}
	id := usual
	if e.Act.Set() {
		id = e.Act.Value
		l.act(e.Act)
	}
	if id == "" {
		id = actIDs[len(actIDs)-1]
	}
	if act := l.set.ActOf(id); act != nil {
		u = u.With(act)
	}
	return u
}

// act finds the act that a text names; nil for none and, once it is reported, for one
// that there is not.
func (l *loader) act(id strictyaml.Text) *Act {
	a := l.set.ActOf(id.Value)
	if a == nil && id.Set() {
		l.list.Add(message.UnknownAct.At(id.At, "name", id.Value, "known", strings.Join(actIDs, " ")))
	}
	return a
}

// With is the urgency at an act, with what follows from it.
func (u Urgency) With(a *Act) Urgency {
	u.Act, u.Alert, u.Recheck = a, a.Alert, NoRecheck
	if a.Recheck != nil {
		u.Recheck = *a.Recheck
	}
	return u
}

// The alert classes of important findings.
const (
	AlertA = "A" // act at once
	AlertB = "B" // be seen soon
)

var alerts = []string{AlertA, AlertB}

// NoRecheck stands for no day on which to check anew.
const NoRecheck = -1

// Urgency is what a row says besides what a value means.
type Urgency struct {
	Act        *Act   // nil in versions without acts
	Alert      string // AlertA, AlertB or "" for none
	Department string
	Recheck    int // in days; NoRecheck for none
}
