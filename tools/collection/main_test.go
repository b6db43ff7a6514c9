package main

import (
	"os"
	"path/filepath"
	"testing"

	"tijian/internal/apihttp"
)

// The collection is that of the requests as they are now.
func TestCollection(t *testing.T) {
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	made, err := convert(read(source))
	if err != nil {
		t.Fatal(err)
	}
	if string(made) != read(target) {
		t.Errorf("%s is out of date: go run ./tools/collection", target)
	}
}

func TestConvert(t *testing.T) {
	const file = "@base = http://h\n\n### In -> 200\n# @name login\nPOST {{base}}/login\nContent-Type: application/json\n\n{\"a\": \"<&>\"}\n\n" +
		"### Out -> 204\nGET {{base}}/x/y/?format=full\nAuthorization: JWT {{login.response.body.token}}\n"
	made, err := convert(file)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{
  "info": {
    "name": "Tijian 体检 API",
    "description": "Made of docs/api.http by ` + "`go run ./tools/collection`" + `. Fill in base, username and password, and send from the top.",
    "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
  },
  "variable": [
    {
      "key": "base",
      "value": "http://h"
    }
  ],
  "item": [
    {
      "name": "In",
      "event": [
        {
          "listen": "test",
          "script": {
            "type": "text/javascript",
            "exec": [
              "pm.test(\"status is 200\", () => pm.response.to.have.status(200));",
              "pm.collectionVariables.set(\"token\", pm.response.json().token);"
            ]
          }
        }
      ],
      "request": {
        "method": "POST",
        "header": [
          {
            "key": "Content-Type",
            "value": "application/json"
          }
        ],
        "url": {
          "raw": "{{base}}/login",
          "host": [
            "{{base}}"
          ],
          "path": [
            "login"
          ]
        },
        "body": {
          "mode": "raw",
          "raw": "{\"a\": \"<&>\"}",
          "options": {
            "raw": {
              "language": "json"
            }
          }
        }
      }
    },
    {
      "name": "Out",
      "event": [
        {
          "listen": "test",
          "script": {
            "type": "text/javascript",
            "exec": [
              "pm.test(\"status is 204\", () => pm.response.to.have.status(204));"
            ]
          }
        }
      ],
      "request": {
        "method": "GET",
        "header": [
          {
            "key": "Authorization",
            "value": "JWT {{token}}"
          }
        ],
        "url": {
          "raw": "{{base}}/x/y/?format=full",
          "host": [
            "{{base}}"
          ],
          "path": [
            "x",
            "y",
            ""
          ],
          "query": [
            {
              "key": "format",
              "value": "full"
            }
          ]
        }
      }
    }
  ]
}
`
	if string(made) != want {
		t.Errorf("got %s", made)
	}
	if _, err := apihttp.Parse("### without a status\nGET /"); err == nil {
		t.Error("a request without a status")
	}
}
