package admission

import (
	"testing"

	"tijian/server/user"
)

// What may be in memory at once fits Go's limit, with an eighth to spare for
// garbage.
func TestBudget(t *testing.T) {
	if all := Resident + Hashing + Connections*Connection + bodies + work + answers; all > Heap*15/16 {
		t.Errorf("%d MiB may be in memory at once, of %d", all/MiB, Heap/MiB)
	}
	if most := user.MostHashing(); most > Hashing {
		t.Errorf("passwords take %d MiB, %d planned", most/MiB, Hashing/MiB)
	}
}
