package diff

import (
	"tijian/engine/change"
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

func answerOf(set *ruleset.Set, r *ruleset.Row) answer {
	return answer{change.Grade{Level: r.Level.ID, Color: r.Color}, change.Told(set, r.Color, r.Urgency, r.LateTip)}
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
