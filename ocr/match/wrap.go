package match

// unwrap joins names that go on in the line below: a line whose name is
// nothing, or only part of one, followed by a line that holds nothing but the
// rest of it at the same place.
func (m *Matcher) unwrap(lines [][]cell, finds [][]found) {
	for i := 0; i+1 < len(lines); i++ {
		below := lines[i+1]
		if len(below) != 1 || below[0].holdsValue() || len(lines[i]) == 0 {
			continue
		}
		rest := below[0].chinese()
		if label, _ := m.isLabel(rest); label || !hasHan(rest) || m.headingOf(below) != nil {
			continue
		}
		for j := range lines[i] {
			c := &lines[i][j]
			if !c.han || c.box.Max.X <= below[0].box.Min.X || below[0].box.Max.X <= c.box.Min.X ||
				below[0].box.Min.Y-c.box.Max.Y > c.box.Dy() || len(lines[i]) < 2 {
				continue
			}
			joined := m.names.find(c.chinese() + rest)
			if len(joined) == 0 || joined[0].code || joined[0].sim < 0.9 || joined[0].sim <= bestSim(finds[i][j].names)+0.03 && joined[0].length <= bestLength(finds[i][j].names) {
				continue
			}
			finds[i][j].names = joined[:1]
			finds[i+1][0] = found{}
			break
		}
	}
}

func bestSim(hits []hit) float64 {
	if len(hits) == 0 {
		return 0
	}
	return hits[0].sim
}

func bestLength(hits []hit) int {
	if len(hits) == 0 {
		return 0
	}
	return hits[0].length
}
