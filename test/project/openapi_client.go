// Calls the blog's service by the client that OpenAPI Generator made. The argument is the address of the service.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"time"

	client "example.org/blog/client"
)

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Args[1]}}
	api, ctx := client.NewAPIClient(configuration), context.Background()
	address := fmt.Sprintf("%d@example.com", time.Now().UnixNano())

	user, response, err := api.UserAPI.CreateUser(ctx).UserCreate(*client.NewUserCreate(address, "Ann")).Execute()
	check(err == nil && response.StatusCode == http.StatusCreated, "a user is created", err)
	body := client.NewPostCreate("First", "Text", user.Id)
	body.SetPublishedAt(time.Date(2024, 5, 17, 8, 30, 0, 0, time.UTC))
	post, response, err := api.PostAPI.CreatePost(ctx).PostCreate(*body).Execute()
	check(err == nil && post.PublishedAt.Equal(*body.PublishedAt), "a post is created", err)
	tag := response.Header.Get("ETag")

	posts := api.PostAPI.ListPosts(ctx).AuthorId(user.Id).Sort([]string{"-title", "id"}).Limit(5)
	page, _, err := posts.PublishedAtLt(time.Now()).IdIn([]string{post.Id, user.Id}).Execute()
	check(err == nil && page.Total == 1 && page.Items[0].Id == post.Id, "the list is filtered", err)
	page, _, err = posts.PublishedAtGt(time.Now()).Execute()
	check(err == nil && page.Total == 0 && len(page.Items) == 0, "the filter excludes posts", err)
	full, _, err := api.PostAPI.GetPost(ctx, post.Id).Include([]string{"author", "comments"}).Execute()
	check(err == nil && reflect.DeepEqual(full.Author, user), "a post includes its author", err)

	change := client.NewPostUpdate()
	change.SetTitle("Second")
	updated, _, err := api.PostAPI.UpdatePost(ctx, post.Id).PostUpdate(*change).IfMatch(tag).Execute()
	check(err == nil && updated.Title == "Second" && updated.Content == "Text", "a post is updated", err)
	_, response, err = api.PostAPI.UpdatePost(ctx, post.Id).PostUpdate(*change).IfMatch(tag).Execute()
	check(problem(response, err, http.StatusPreconditionFailed) != nil, "the tag is not current", err)

	_, response, err = api.UserAPI.CreateUser(ctx).UserCreate(*client.NewUserCreate(address, "Eve")).Execute()
	taken := problem(response, err, http.StatusConflict)
	check(taken != nil && taken.Code == "not_unique" && taken.Errors[0].GetPointer() == "#/email", "the address is taken", err)

	_, err = api.PostAPI.DeletePost(ctx, post.Id).Execute()
	check(err == nil, "a post is deleted", err)
	_, response, err = api.PostAPI.GetPost(ctx, post.Id).Execute()
	check(problem(response, err, http.StatusNotFound) != nil, "the post is deleted", err)
	fmt.Println("all operations succeeded")
}

// Returns the problem details of a response with the given status.
func problem(response *http.Response, err error, status int) *client.Problem {
	var failure *client.GenericOpenAPIError
	if !errors.As(err, &failure) || response.StatusCode != status {
		return nil
	}
	details, isProblem := failure.Model().(client.Problem)
	if !isProblem || int(details.Status) != status {
		return nil
	}
	return &details
}

func check(isTrue bool, claim string, err error) {
	if !isTrue {
		panic(fmt.Sprintf("not true: %s: %v", claim, err))
	}
}
