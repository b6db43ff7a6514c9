package command

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"tijian/engine/keywords"
)

// printUnread counts the unread phrases of every file below a folder.
func printUnread(w io.Writer, lexicon *keywords.Lexicon, folder, item string) error {
	times := map[string]int{}
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, u := range lexicon.Unread(string(data), item) {
			times[u.Text]++
		}
		return nil
	})
	if err != nil {
		return err
	}
	phrases := slices.SortedFunc(maps.Keys(times), func(a, b string) int { return cmp.Or(times[b]-times[a], cmp.Compare(a, b)) })
	for _, phrase := range phrases {
		if _, err := fmt.Fprintf(w, "%d\t%s\n", times[phrase], phrase); err != nil {
			return err
		}
	}
	return nil
}
