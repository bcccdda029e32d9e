// Package web is the HTTP surface of the manager: the JSON API, the pages, and the streams of both. A handler takes a
// request apart, calls the packages that do the work, and answers. routes.go lists all addresses.
//
// It owns its listeners, connections and streams. Package guard decides who may send requests, and views draws pages.
package web
