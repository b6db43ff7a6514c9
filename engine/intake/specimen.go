package intake

import (
	"cmp"
	"slices"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/specimen"
)

// of is the specimen of an order of HL7.
type of struct {
	kind   specimen.Kind
	itself bool // a field of its own says so, not the order's name
}

// ofOrder is what an OBR says of the specimen: in its own field, else by the
// order's name.
func ofOrder(s *segment) of {
	itself := specimen.Of(s.words(15), true)
	return of{cmp.Or(itself, specimen.Of(s.words(4), false)), itself != ""}
}

// contradicts reports whether an indicator is not measured in the specimen. A
// code of LOINC says itself which one it is of: then only a specimen's own field
// contradicts, and it is not known which of the two is wrong.
func (o of) contradicts(i *dictionary.Indicator, coded bool) bool {
	if o.itself {
		return !o.kind.Holds(i)
	}
	return !coded && !o.kind.Measures(i)
}

// A source is what SPM segments say of a specimen.
type source struct {
	kind specimen.Kind
	role string // patient, control, calibrator
	at   Place
}

func ofSpecimen(s *segment) source {
	return source{specimen.Of(s.words(4), true), s.component(11, 1), s.at(11)}
}

func (s *source) ofPatient() bool { return s.role == "" || strings.EqualFold(s.role, ofPatient) }

// ofSpecimens is what the SPM segments of an order say, which stand below its
// results: a kind where they agree, and whatever is not of a patient.
func ofSpecimens(below []segment) (found source) {
	differ := false
	for i := range below {
		s := &below[i]
		if s.id == "MSH" || s.id == "PID" || s.id == "ORC" || s.id == "OBR" {
			break
		}
		if s.id != "SPM" {
			continue
		}
		one := ofSpecimen(s)
		differ = differ || found.kind != "" && one.kind != "" && one.kind != found.kind
		found.kind = cmp.Or(found.kind, one.kind)
		if found.ofPatient() {
			found.role, found.at = one.role, one.at
		}
	}
	if differ {
		found.kind = ""
	}
	return found
}

// sampled is the indicator of a name where the specimen is known. A name of two
// indicators is that of the one which can have the unit: LYM is a count or a
// percentage, CK-MB an activity or a mass.
func (o Options) sampled(name, unit string, kind specimen.Kind) (*dictionary.Indicator, bool) {
	i, ok := kind.Named(o.Dictionary, name, unit, o.called)
	if ok && has(i, unit) || unit == "" {
		return i, ok
	}
	var found *dictionary.Indicator
	for _, candidate := range o.twins(name) {
		if !has(candidate, unit) || !kind.Measures(candidate) {
			continue
		}
		if found != nil {
			return i, ok
		}
		found = candidate
	}
	if found != nil {
		return found, true
	}
	return i, ok
}

// has reports whether an indicator can have a unit, as printed or of UCUM.
func has(i *dictionary.Indicator, unit string) bool {
	_, ours := i.ToStandard(0, unit)
	_, ucum := i.FromUCUM(unit)
	return ours || ucum
}

// twins are the indicators that share a name and that units tell apart.
func (o Options) twins(name string) []*dictionary.Indicator {
	name = strings.TrimLeft(name, known().marks)
	list := o.Dictionary.CalledSo(name)
	for _, names := range known().twins[dictionary.Fold(name)] {
		if i, ok := o.Dictionary.Lookup(names); ok && !slices.Contains(list, i) {
			list = append(slices.Clone(list), i)
		}
	}
	return list
}

// nitrogen is the unit of an indicator as the dictionary has it, where the name says
// that the nitrogen of urea is meant: 14 mg/dL of BUN are 5 mmol/L of urea, of urea
// itself 2.3.
func nitrogen(i *dictionary.Indicator, unit string, names ...string) string {
	n := known().nitrogen
	if _, ok := i.ToStandard(0, n.Means); !ok || dictionary.Fold(unit) != n.Unit {
		return unit
	}
	for _, name := range names {
		if name = dictionary.Fold(name); slices.ContainsFunc(n.Names, func(word string) bool { return strings.Contains(name, word) }) {
			return n.Means
		}
	}
	return unit
}
