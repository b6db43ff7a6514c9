package intake

import (
	"cmp"
	"strings"

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
		if s.id == "MSH" || s.id == "PID" || s.id == "ORC" && i > 0 || s.id == "OBR" { // in OUL an ORC stands behind its OBR
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
