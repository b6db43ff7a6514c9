package glyph

import (
	"slices"
	"strings"
	"testing"

	"tijian/ocr/raster"
)

// em is the height of the characters that the shapes stand beside, in pixels.
const em = 30

// shape makes pieces of ink drawn with # at so many pixels a character.
func shape(drawing string, zoom int) []raster.Component {
	lines := strings.Split(strings.Trim(drawing, "\n"), "\n")
	w := 0
	for _, l := range lines {
		w = max(w, len(l))
	}
	ink := raster.NewBitmap(w*zoom, len(lines)*zoom)
	for y := range ink.H {
		for x := range ink.W {
			if l := lines[y/zoom]; x/zoom < len(l) && l[x/zoom] == '#' {
				ink.Pix[y*ink.W+x] = 1
			}
		}
	}
	parts := raster.Components(ink)
	slices.SortFunc(parts, func(a, b raster.Component) int { return a.Box.Min.X - b.Box.Min.X })
	return parts
}

var shapes = []struct {
	name, want, drawing string
	zoom                int
}{
	{"arrow up", "↑", `
...#...
..###..
.#####.
#######
...#...
...#...
...#...
...#...
...#...
...#...
...#...`, 2},
	{"arrow down", "↓", `
..#..
..#..
..#..
..#..
..#..
..#..
..#..
#.#.#
.###.
..#..`, 2},
	{"minus", "-", "######\n######", 2},
	{"plus", "+", `
...#...
...#...
...#...
#######
...#...
...#...
...#...`, 2},
	{"plus taller than wide", "+", `
.....###.....
.....###.....
.....###.....
.....###.....
.....###.....
.....###.....
.....###.....
....#####....
.###########.
#############
#############
.############
....#####....
.....###.....
.....###.....
.....###.....
.....###.....
.....###.....
.....###.....
.....###.....`, 1},
	{"short arrow down", "", `
...##...
...##...
...##...
...##...
##.##..#
########
.######.
..####..
...##...`, 2},
	{"three plus", "+++", `
..#.....#.....#..
..#.....#.....#..
#####.#####.#####
..#.....#.....#..
..#.....#.....#..`, 3},
	{"plus-minus", "±", `
...#...
...#...
#######
...#...
...#...
.......
#######`, 2},
	{"bracketed minus", "(-)", `
..#..............#..
.#................#.
#..................#
#..................#
#......#####.......#
#..................#
#..................#
.#................#.
..#..............#..`, 2},
	{"asterisk", "", `
...#...
#..#..#
.#.#.#.
..###..
..###..
.#.#.#.
#..#..#
...#...`, 2},
	{"one", "", `
..##
.###
####
..##
..##
..##
..##
..##
..##
..##
..##`, 2},
	{"four", "", `
....##.
...###.
...###.
..#.##.
.##.##.
.#..##.
##..##.
#######
....##.
....##.`, 2},
	{"seven", "", `
#######
#######
.....##
....##.
....#..
...##..
...##..
..##...
..##...
..##...`, 2},
	{"T", "", `
#######
...#...
...#...
...#...
...#...
...#...
...#...
...#...`, 3},
	{"zero", "", `
.###.
#...#
#...#
#...#
#...#
#...#
.###.`, 3},
}

func TestSign(t *testing.T) {
	for _, s := range shapes {
		if got := Sign(shape(s.drawing, s.zoom), em); got != s.want {
			t.Errorf("%s: sign %q, want %q", s.name, got, s.want)
		}
	}
}
