package chart

import (
	_ "embed" // the facts
	"math"
	"sync"

	"gopkg.in/yaml.v3"
)

//go:embed variation.yaml
var variationFile []byte

// variation is how much results of a person vary who stays the same.
type variation struct {
	Z          float64           `yaml:"z"`
	Analytical float64           `yaml:"analytical_share"` // of the variation within a person
	Sources    map[string]string `yaml:"sources"`
	Within     map[string]struct {
		CV     float64 `yaml:"cv"` // per cent
		Source string  `yaml:"source"`
	} `yaml:"within"`
}

var known = sync.OnceValue(func() (v variation) {
	if err := yaml.Unmarshal(variationFile, &v); err != nil {
		panic(err) // embedded
	}
	return v
})

// limits are those of the reference change, which biological and analytical variation
// alone hardly make: shares of the earlier result.
type limits struct {
	Down, Up float64
	Source   string
}

// limitsOf is the reference change of an indicator; false where no facts are known.
func limitsOf(indicator string) (c limits, ok bool) {
	v := known()
	one, ok := v.Within[indicator]
	cv := one.CV / 100 * math.Hypot(1, v.Analytical)
	limit := v.Z * math.Sqrt2 * math.Sqrt(math.Log1p(cv*cv))
	return limits{-math.Expm1(-limit), math.Expm1(limit), v.Sources[one.Source]}, ok
}

// beyond reports whether a later result differs from an earlier one by more than that.
func (c limits) beyond(earlier, later float64) bool {
	return earlier > 0 && (later > earlier*(1+c.Up) || later < earlier*(1-c.Down))
}
