package diff

import (
	"tijian/engine/change"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// An answer is what a table says of a value, to compare cell by cell.
type answer struct {
	change.Grade
	change.Instruction
}

// given is the answer of a region, with the rows that give it.
func (a answer) given(rows []change.Row) *change.Given {
	return &change.Given{Grade: a.Grade, Rows: rows, Instruction: a.Instruction}
}

// answerOf is what a told row answers. One that is lent has no words of its own
// for later.
func answerOf(set *ruleset.Set, told lattice.Told) answer {
	r, late := told.Row, told.Row.LateTip
	if told.By != nil {
		r, late = told.By.Told(r), ""
	}
	return answer{change.Grade{Level: r.Level.ID, Color: r.Color}, change.Told(set, r.Color, r.Urgency, late)}
}

// A flagged is what a row of a risk answers.
type flagged struct {
	flag int
	change.Instruction
}

func flaggedBy(set *ruleset.Set, r *ruleset.RiskRow) flagged {
	color := 0
	if f := set.FlagOf(r.Flag); f != nil {
		color = f.Color
	}
	return flagged{r.Flag, change.Told(set, color, r.Urgency, r.LateTip)}
}
