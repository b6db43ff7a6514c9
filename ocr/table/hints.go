package table

import "slices"

// hints drops, of the units that a page prints, those that only stand beside
// items whose standard unit they are: they tell nothing of another item's unit.
// mg/dL beside bilirubin does, g/L beside protein does not.
func hints(units []string, segments []*Segment) []string {
	explained, told := map[string]bool{}, map[string]bool{}
	for _, s := range segments {
		it := s.Unambiguous()
		if it == nil {
			continue
		}
		for i := range s.Parts {
			for _, unit := range s.Parts[i].units {
				if it.Indicators[0].IsStandard(unit) {
					explained[unit] = true
				} else {
					told[unit] = true
				}
			}
		}
	}
	return slices.DeleteFunc(units, func(u string) bool { return explained[u] && !told[u] })
}
