"""Addresses of logging in and out."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from cardroom.people.views import StaffLoginView, home

urlpatterns = [
    path("login/", StaffLoginView.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("home/", home, name="home"),
]
