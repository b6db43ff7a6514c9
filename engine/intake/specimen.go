package intake

import (
	"cmp"

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
	if coded {
		return o.itself && !o.kind.Holds(i)
	}
	return !o.kind.Measures(i)
}

// sampled is the indicator of a name where the specimen is known.
func (o Options) sampled(name, unit string, kind specimen.Kind) (*dictionary.Indicator, bool) {
	return kind.Named(o.Dictionary, name, unit, o.called)
}
