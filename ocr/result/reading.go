package result

import "encoding/json"

// A Reading is a Full on its way between processes.
type Reading struct {
	Full   json.RawMessage      // the API's full form
	Steps  map[string][]float64 // the entries' Step, which the API doesn't show
	Person Person               // that the picture prints
}

// Reading returns f as it travels.
func (f Full) Reading() (Reading, error) {
	data, err := json.Marshal(f)
	if err != nil {
		return Reading{}, err
	}
	steps := make(map[string][]float64, len(f))
	for name, entries := range f {
		for _, e := range entries {
			steps[name] = append(steps[name], e.Step)
		}
	}
	return Reading{Full: data, Steps: steps}, nil
}

// Open returns the Full that r was made of. Entries whose steps are missing
// have none.
func (r Reading) Open() (Full, error) {
	var full Full
	if err := json.Unmarshal(r.Full, &full); err != nil {
		return nil, err
	}
	for name, entries := range full {
		for i := range entries[:min(len(entries), len(r.Steps[name]))] {
			entries[i].Step = r.Steps[name][i]
		}
	}
	return full, nil
}
