package layout

import (
	"image"
	"image/color"
	"image/draw"
	"testing"
)

func TestFaintPointJoinsDigits(t *testing.T) {
	rows := func(point color.Gray, dot image.Rectangle) []Row {
		g := canvas(600, 120)
		write(t, g, 60, 70, "162")
		write(t, g, 60+93*size/40, 70, "82")
		draw.Draw(g, dot, image.NewUniform(point), image.Point{}, draw.Src)
		out := rowsOf(g)
		JoinFaintPoints(out, nil, g, size)
		return out
	}
	gap := image.Rect(118, 65, 123, 70)
	for _, c := range []struct {
		name  string
		point color.Gray
		dot   image.Rectangle
		want  int
	}{
		{"a faint point", color.Gray{225}, gap, 1},
		{"nothing between", color.Gray{255}, gap, 2},
		{"a stroke as high as a digit", color.Gray{225}, image.Rect(118, 48, 121, 70), 2},
		{"a spot above the foot", color.Gray{225}, image.Rect(118, 50, 123, 55), 2},
	} {
		all := rows(c.point, c.dot)
		if len(all) != 1 || len(all[0].Blocks) != c.want {
			t.Errorf("%s: %d rows, want one of %d blocks: %v", c.name, len(all), c.want, all)
		}
	}
}
