package lexicon

import "unicode/utf8"

// An Ending is what a text says by how it ends, several at once.
type Ending uint8

// What endings say.
const (
	SignEnding    Ending = 1 << iota // what only describes: 回声, 影
	LesionEnding                     // a finding of its own: 结节
	DiffuseEnding                    // only how a diffuse disease looks: 红斑, 回声不均
	VagueEnding                      // a lump that a name of a kind tells more of: 肿块
	FocalEnding                      // such a name: 囊肿
	HealingEnding                    // what heals: 炎, 骨折
	ChangeEnding                     // how the shape of an organ changed: 增厚
	ReadEnding                       // nothing: that a text was read
)

// endingGroups are the groups of endings in cues.yaml.
var endingGroups = map[string]Ending{
	"signs": SignEnding, "lesions": LesionEnding, "diffuse": DiffuseEnding, "vague": VagueEnding, "focal": FocalEnding, "heals": HealingEnding, "changes": ChangeEnding,
}

// Endings are what texts may end with.
type Endings struct {
	says    map[string]Ending
	longest int // characters
}

func newEndings(groups map[string][]string) Endings {
	e := Endings{says: map[string]Ending{}}
	for group, is := range endingGroups {
		for _, ending := range groups[group] {
			e.says[ending] |= is
			e.longest = max(e.longest, utf8.RuneCountInString(ending))
		}
	}
	return e
}

// Of is what a text says by its end.
func (e Endings) Of(text string) (all Ending) {
	at := len(text)
	for range e.longest {
		_, size := utf8.DecodeLastRuneInString(text[:at])
		if size == 0 {
			break
		}
		at -= size
		all |= e.says[text[at:]]
	}
	return all
}
