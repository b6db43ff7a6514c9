package lines

import (
	"tijian/engine/assess"
	"tijian/engine/ruleset"
	"tijian/server/console/words"
)

// signs are the marks of reports by the directions of levels.
var signs = map[string]string{"high": "H", "low": "L", "abnormal": "A"}

// Ours is what the rules say of a line.
type Ours struct {
	Level *ruleset.Level // nil for nothing
	Ideal string
}

// judged reports whether the rules place a value.
func (o Ours) judged() bool {
	return o.Level != nil && o.Level.ID != ruleset.LevelNotAssessed && o.Level.ID != ruleset.LevelImplausible && o.Level.ID != ruleset.LevelContradicted
}

// Compare puts our sign beside the one of the paper. Where the paper's does not follow
// of its own range, the value or the range was misread, or misprinted; where it does,
// the rules and the laboratory differ.
func (l *Line) Compare(lang string, ours Ours) {
	if l.Now == nil || l.Struck {
		return
	}
	say := words.In(lang).Say
	name := func(sign string) string { return say("sign." + sign) }
	l.Judged = ours.judged()
	if l.Judged {
		l.Ours = signs[ours.Level.Direction]
	}
	printed, ranged := l.outside()
	switch {
	case ranged && printed != l.Flag && l.Flag != "A" && !l.Added:
		l.Differs, l.Contradicts = say("report.differs.range", l.Range, name(printed), name(l.Flag)), true
	case l.Ours == "A" && l.Flag != "": // both find it abnormal
	case l.Judged && ours.Ideal != "" && l.Ours != l.Flag && (l.Flag != "" || ranged):
		l.Differs = say("report.differs.rules", name(l.Flag), name(l.Ours), ours.Ideal)
	}
}

// outside is the sign that follows of the printed range; false where there is none that
// says so.
func (l *Line) outside() (sign string, ok bool) {
	r, _ := assess.ParseReference(l.Range)
	if r == nil || l.Known == nil || l.Known.Worded(l.Now.Unit) || l.Now.Unit+l.Now.Bound != "" {
		return "", false
	}
	value := l.Now.Value
	if in, ok := l.Known.FromStandard(value, l.Unit); ok {
		value = in
	}
	switch {
	case value < r.Low: // an open end is NaN, beyond which nothing lies
		return "L", true
	case value > r.High:
		return "H", true
	}
	return "", true
}
