package engine

import "testing"

func BenchmarkZZEmbedded(b *testing.B) {
	for b.Loop() {
		if _, p := Load(Files{}, ""); len(p) > 0 {
			b.Fatal(p)
		}
	}
}

func BenchmarkZZFolders(b *testing.B) {
	f := Files{Rules: "../rules", Dictionaries: "../dictionaries"}
	for b.Loop() {
		if _, p := Load(f, ""); len(p) > 0 {
			b.Fatal(p)
		}
	}
}

func BenchmarkZZCheck(b *testing.B) {
	f := Files{Rules: "../rules", Dictionaries: "../dictionaries"}
	for b.Loop() {
		f.Check("")
	}
}
