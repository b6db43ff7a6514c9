package result

// A Person is what a report prints of the one whom it is about, besides names and
// numbers, which nobody keeps.
type Person struct {
	Sex string `json:"sex,omitempty"` // male, female or ""
	Age *int   `json:"age,omitempty"` // in completed years; nil when none was read surely
	// Differ says that sex or age is printed in two ways, as it is where pages of
	// two people were mixed up. Neither is given then.
	Differ bool `json:"differ,omitempty"`
}

// Known reports whether anything is known of a person.
func (p Person) Known() bool { return p.Sex != "" || p.Age != nil || p.Differ }

// Persons joins what several pages print.
func Persons(pages ...Person) Person {
	var all Person
	for _, p := range pages {
		switch {
		case p.Differ, all.Sex != "" && p.Sex != "" && all.Sex != p.Sex, all.Age != nil && p.Age != nil && *all.Age != *p.Age:
			return Person{Differ: true}
		}
		if p.Sex != "" {
			all.Sex = p.Sex
		}
		if p.Age != nil {
			all.Age = p.Age
		}
	}
	return all
}
