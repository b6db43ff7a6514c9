package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/internal/checkup"
	"tijian/rules"
)

const user, password = "bench", "a password for an hour"

// checkUp is the body of a check-up of today with so many samples: an old one
// is answered with what is said of old results, too.
func checkUp(samples int) ([]byte, error) {
	dict, list := dictionary.Load(dictionaries.Active())
	if err := list.Err(); err != nil {
		return nil, err
	}
	set, list := ruleset.Load(rules.FS, "", dict)
	if err := list.Err(); err != nil {
		return nil, err
	}
	r := checkup.Request(set, samples)
	today := time.Now().UTC()
	q := asked{
		User: "person-0001", Namespace: "hospital", Datetime: today.Format("2006-01-02T15:04:05.000Z"),
		Profile: profile{Born: today.AddDate(-50, 0, 0).Format("2006-01-02"), Gender: string(r.Sex)}, Samples: []sampleAsked{},
	}
	for _, s := range r.Samples {
		q.Samples = append(q.Samples, sampleAsked{s.Name, s.Unit, s.Value})
	}
	return json.Marshal(q)
}

const samplesPath = "/api/samples"

// post is a request as it goes over the wire.
func post(address, path, token string, body []byte) []byte {
	var authorization string
	if token != "" {
		authorization = "Authorization: JWT " + token + "\r\n"
	}
	return fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		path, address, authorization, len(body), body)
}

func get(address, path string) []byte {
	return fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", path, address)
}

func login(base string) (token string, err error) {
	body, err := json.Marshal(map[string]string{"username": user, "password": password})
	if err != nil {
		return "", err
	}
	data, err := ask(base+"/api/login", "", body)
	if err != nil {
		return "", err
	}
	var answer struct{ Token string }
	err = json.Unmarshal(data, &answer)
	return answer.Token, err
}

// keepAnswer writes the service's answer to a file.
func keepAnswer(base, token string, body []byte, file string) error {
	data, err := ask(base+samplesPath, token, body)
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o600)
}

func ask(url, token string, body []byte) ([]byte, error) {
	request, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "JWT "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s %s", url, response.Status, data)
	}
	return data, err
}
