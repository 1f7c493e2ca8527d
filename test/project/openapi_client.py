"""Calls the blog's service by the client that OpenAPI Generator made, whose folder and service the arguments name."""

import datetime as dt
import sys
from uuid import uuid4

sys.path.insert(0, sys.argv[1])

import blog_client as api  # noqa: E402

with api.ApiClient(api.Configuration(host=sys.argv[2])) as client:
    users, posts = api.UserApi(client), api.PostApi(client)
    comments = api.CommentApi(client)
    user = users.create_user(api.UserCreate(email=f"{uuid4()}@example.com", name="Ann"))
    created = posts.create_post_with_http_info(
        api.PostCreate(title="First", content="Text", author_id=user.id)
    )
    assert created.status_code == 201 and created.headers
    post = created.data
    shown = posts.get_post(post.id)
    assert isinstance(shown, api.PostWithIncludes) and shown.title == post.title

    tomorrow = dt.datetime.now(dt.UTC) + dt.timedelta(days=1)
    page = posts.list_posts(
        limit=5, author_id=user.id, sort=["-title", "id"], published_at_lt=tomorrow
    )
    assert page.total == 1 and [item.id for item in page.items] == [post.id]
    assert posts.list_posts(id_in=[post.id, user.id]).total == 1

    tag = created.headers["etag"]
    updated = posts.update_post(post.id, api.PostUpdate(title="Second"), if_match=tag)
    assert updated.title == "Second" and updated.content == "Text"
    try:
        posts.update_post(post.id, api.PostUpdate(title="Third"), if_match=tag)
        raise AssertionError("the tag is not current")
    except api.ApiException as error:
        assert error.status == 412
    try:
        users.create_user(api.UserCreate(email=user.email, name="Ann"))
        raise AssertionError("the address is not unique")
    except api.ApiException as error:
        assert error.status == 409 and error.data.errors[0].pointer == "#/email"

    comment = comments.create_comment(
        api.CommentCreate(text="Good", post_id=post.id, author_id=user.id)
    )
    items = posts.list_post_comments(post.id).items
    assert [item.id for item in items] == [comment.id]
    full = posts.get_post(post.id, include=["author", "comments"])
    assert full.author == user and full.comments == [comment]

    posts.delete_post(post.id)
    try:
        posts.get_post(post.id)
        raise AssertionError("the post is deleted")
    except api.ApiException as error:
        assert error.status == 404

print("all operations succeeded")
