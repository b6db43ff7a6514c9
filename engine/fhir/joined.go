package fhir

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"tijian/engine/jsontree"
	"tijian/engine/wire"
)

// Joined is one bundle of those that answer for the persons of one, with an outcome for
// each person who could not be answered for.
func Joined(answers [][]byte, faults []error, lang string) ([]byte, error) {
	var whole, entries *jsontree.Node
	for _, answer := range answers {
		one, err := jsontree.Parse(answer)
		if err != nil {
			return nil, err
		}
		if whole == nil {
			whole, entries = one, one.Get("entry")
			continue
		}
		entries.Items = append(entries.Items, one.Get("entry").Items...)
	}
	for _, fault := range faults {
		wrong, ok := errors.AsType[*wire.Error](fault)
		if !ok {
			return nil, fault
		}
		said, err := json.Marshal(Faults(http.StatusBadRequest, wrong, lang))
		if err != nil {
			return nil, err
		}
		outcome, err := jsontree.Parse(said)
		if err != nil {
			return nil, err
		}
		entries.Items = append(entries.Items, jsontree.NewObject("resource", outcome))
	}
	return whole.Append(nil), nil
}

// OneFault is what is wrong with all persons of a bundle, each thing once; the first
// error where one is of another kind.
func OneFault(faults []error) error {
	all := &wire.Error{}
	for _, fault := range faults {
		wrong, ok := errors.AsType[*wire.Error](fault)
		if !ok || len(faults) == 1 {
			return faults[0]
		}
		for _, path := range wrong.Missing {
			if !slices.Contains(all.Missing, path) {
				all.Missing = append(all.Missing, path)
			}
		}
		for _, f := range wrong.Invalid {
			if !slices.Contains(all.Invalid, f) {
				all.Invalid = append(all.Invalid, f)
			}
		}
	}
	return all
}
