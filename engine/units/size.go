package units

import (
	"regexp"
	"strconv"
	"strings"
)

// A Size is how much one of a unit is: Factor times its base over another
// base. mg/dL is 0.01 g over L, 10^9/L is 1e9 over L. What the SI does not
// define stands for itself: mmHg is 1 mmHg.
type Size struct {
	Of, Over string // "" for a pure number
	Factor   float64
}

// SizeOf returns the size of a canonical unit.
func SizeOf(canonical string) Size {
	unit, kind, _ := strings.Cut(canonical, " ") // such as FEU: mg/L FEU is another thing than mg/L
	if number, ok := pure[canonical]; ok {
		return Size{Factor: number}
	}
	of, over, _ := strings.Cut(unit, "/")
	base, factor := part(of)
	under, divisor := part(over)
	if base == under {
		base, under = "", ""
	}
	if kind != "" {
		base += " " + kind
	}
	return Size{base, under, factor / divisor}
}

// Factor returns by what a number in the unit from is multiplied to be one in
// the unit to. Where one counts molecules and the other weighs them, molarMass
// tells how many grams a mole is; 0 means unknown. Weighed reports whether it
// was needed, ok whether the two can be compared.
func Factor(from, to string, molarMass float64) (factor float64, weighed, ok bool) {
	a, b := SizeOf(from), SizeOf(to)
	weighed = a.Of != b.Of || a.Over != b.Over
	if weighed {
		a, b = a.weigh(molarMass), b.weigh(molarMass)
	}
	if a.Of != b.Of || a.Over != b.Over || a.Factor == 0 || b.Factor == 0 {
		return 0, weighed, false
	}
	return a.Factor / b.Factor, weighed, true
}

// weigh turns moles into grams.
func (s Size) weigh(molarMass float64) Size {
	if s.Of == "mol" {
		s.Of, s.Factor = "g", s.Factor*molarMass
	}
	if s.Over == "mol" && molarMass > 0 {
		s.Over, s.Factor = "g", s.Factor/molarMass
	}
	if s.Of == s.Over {
		s.Of, s.Over = "", ""
	}
	return s
}

var (
	pure     = map[string]float64{"%": 0.01, "per mille": 0.001, "fraction": 1, "ratio": 1}
	prefixes = map[string]float64{"": 1, "k": 1e3, "d": 1e-1, "c": 1e-2, "m": 1e-3, "u": 1e-6, "n": 1e-9, "p": 1e-12, "f": 1e-15}
	scaled   = regexp.MustCompile(`^([kdcmunpf]?)(g|mol|m|s|L|U|IU|Pa)$`)
	power    = regexp.MustCompile(`^10\^(\d+)$`)
)

// part returns the base and the size of what stands above or below the stroke.
func part(s string) (base string, factor float64) {
	if m := scaled.FindStringSubmatch(s); m != nil {
		return m[2], prefixes[m[1]]
	}
	if m := power.FindStringSubmatch(s); m != nil {
		factor, _ = strconv.ParseFloat("1e"+m[1], 64) // digits only
		return "", factor
	}
	return s, 1
}
