module example.org/golang-migrate

go 1.24.0

require github.com/golang-migrate/migrate/v4 v4.19.1

require github.com/lib/pq v1.10.9 // indirect
